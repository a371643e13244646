import * as v from "valibot";
import { CustomerInfoIn } from "@/domain/api/limits.gen";
import { AS_SOON_AS_POSSIBLE } from "@/domain/time/pickup-rules";
import { isCheckoutPhone, isForeignPhone } from "@/domain/values/phone";
import { email, requiredText } from "@/forms/field-schemas";
import { messages as m } from "@/messages";
import type { OfferedSlot } from "@/storefront/checkout/slots/api";
import { isSlotFree, type PickupRules, pickupTimeOfDay } from "./pickup-time";

export interface CustomerInfo {
  name: string;
  phone: string;
  email: string;
  /** Time of day, HH:MM, in the truck's zone; "asap" for as soon as possible. */
  pickupTime: string;
  /** The start of a pickup slot, or "asap", where a truck has slots. */
  slotAt: string;
  /** Whether the device may keep the contact details after the order. The server does not hear of it. */
  remember?: boolean | undefined;
}

export const EMPTY_CUSTOMER: CustomerInfo = {
  name: "",
  phone: "",
  email: "",
  pickupTime: AS_SOON_AS_POSSIBLE,
  slotAt: AS_SOON_AS_POSSIBLE,
};

/** The field that a path in the server's answer is about; null for anything outside the form. */
export function fieldOfPath(path: string): keyof CustomerInfo | null {
  const name = path.replace(/^customerInfo\./, "");
  return name in EMPTY_CUSTOMER ? (name as keyof CustomerInfo) : null;
}

/** The type of an error about an empty field, which is also said once for the form. */
export const MISSING = "non_empty";

/** What the customer fills in before the payment. `offers` are slots that the server has just called free. */
export function customerSchema(
  rules: PickupRules,
  now: () => Date,
  offers: readonly OfferedSlot[] = [],
) {
  return v.object({
    name: requiredText(CustomerInfoIn.name, () => m.checkout.customer.nameRequired),
    phone: v.pipe(
      requiredText(CustomerInfoIn.phone, () => m.checkout.customer.phoneRequired),
      v.check(
        (phone) => !isForeignPhone(phone),
        () => m.checkout.customer.phoneNotUs,
      ),
      v.check(isCheckoutPhone, () => m.checkout.customer.phoneInvalid),
    ),
    email: email(CustomerInfoIn.email),
    pickupTime: rules.slots ? v.string() : pickupTimeOfDay(rules, now),
    remember: v.optional(v.boolean()),
    slotAt: v.pipe(
      v.string(),
      v.check(
        (slotAt) => isSlotFree(slotAt, rules, offers),
        () => m.pickup.taken,
      ),
    ),
  });
}

import * as v from "valibot";
import { CustomerInfoIn } from "@/domain/api/limits.gen";
import { pickupAtStop } from "@/domain/schedule/pickup-at-stop";
import { AS_SOON_AS_POSSIBLE, leavesTimeToPrepare, pickupInstant } from "@/domain/time/time";
import { isCheckoutPhone } from "@/domain/values/phone";
import { email, requiredText } from "@/forms/schema";
import { messages as m } from "@/messages";
import type { PickupRules } from "./customer-info";

/** The type of an error about an empty field, which is also said once for the form. */
export const MISSING = "non_empty";

/** What the customer fills in before the payment. */
export function customerSchema(rules: PickupRules, now: () => Date) {
  return v.object({
    name: requiredText(CustomerInfoIn.name, () => m.storefront.checkoutCustomer.enterYourName),
    phone: v.pipe(
      requiredText(CustomerInfoIn.phone, () => m.storefront.checkoutCustomer.enterYourPhoneNumber),
      v.check(isCheckoutPhone, () => m.storefront.checkoutCustomer.pleaseEnterValid10Digit),
    ),
    email: email(CustomerInfoIn.email),
    pickupTime: v.pipe(
      v.string(),
      v.nonEmpty(() => m.storefront.checkoutCustomer.chooseAPickupTime),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? findPickupProblem(dataset.value, rules, now()) : null;
        if (message) addIssue({ message });
      }),
    ),
  });
}

function findPickupProblem(pickupTime: string, rules: PickupRules, now: Date): string | null {
  const { zone, leadMinutes, stop } = rules;
  if (pickupTime === AS_SOON_AS_POSSIBLE) return null;
  const pickup = stop
    ? pickupAtStop(pickupTime, stop, now, leadMinutes)
    : pickupInstant(pickupTime, zone, now);
  if (pickup === null) return m.storefront.checkoutCustomer.chooseAPickupTime;
  if (pickup === "outside") return m.storefront.checkoutCustomer.chooseAtStop;
  const isTooSoon =
    pickup === "too-soon" || (!stop && !leavesTimeToPrepare(pickup, now, leadMinutes));
  return isTooSoon
    ? m.storefront.checkoutCustomer.pleaseAllowAtLeastMinutes({ leadMinutes })
    : null;
}

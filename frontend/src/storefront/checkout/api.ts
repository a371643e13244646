import { answer, api } from "@/domain/api/client";
import type { Truck } from "@/domain/api/public-types";
import type { components } from "@/domain/api/schema.gen";
import type { CheckoutCart } from "@/domain/cart/cart-rules";
import type { Stop } from "@/domain/schedule/present-schedule";
import { AS_SOON_AS_POSSIBLE } from "@/domain/time/pickup-rules";
import { currentLanguage } from "@/messages/language";

type Schemas = components["schemas"];

export type CheckoutTruck = Pick<
  Truck,
  "_id" | "name" | "slug" | "timezone" | "leadMinutes" | "tipPresets"
>;

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

/** Amounts in dollars. */
export type PaymentIntentAnswer = Schemas["PaymentIntentAnswer"];

interface CreatePaymentIntent {
  cart: CheckoutCart;
  customer: CustomerInfo;
  truck: CheckoutTruck;
  /** Where the order is picked up, at a truck that moves; as the page shows it. */
  stop: Stop | null;
  /** Whether the customer chose among slots, and not a time of day. */
  hasSlots: boolean;
  idempotencyKey: string;
}

/** Prices the cart on the server and opens the payment for it. */
export function createPaymentIntent({
  cart,
  customer,
  truck,
  stop,
  hasSlots,
  idempotencyKey,
}: CreatePaymentIntent): Promise<PaymentIntentAnswer | null> {
  const { attemptId, tip, discount: _, offerCode, ...sentCart } = cart;
  const { pickupTime, slotAt, remember: _remember, ...contact } = customer;
  const body: Schemas["PaymentIntentRequest"] = {
    cart: { ...sentCart, ...(tip > 0 ? { tip } : {}), ...(offerCode ? { offerCode } : {}) },
    customerInfo: {
      ...contact,
      ...(hasSlots ? { slotAt } : { pickupTime }),
      ...(stop ? { stopId: stop._id, stopVersion: stop.version } : {}),
    },
    language: currentLanguage(),
    truckInfo: { _id: truck._id, slug: truck.slug },
  };
  const header = { "Idempotency-Key": idempotencyKey, "X-Checkout-Attempt": attemptId };
  return answer(api.POST("/api/create-payment-intent", { params: { header }, body }));
}

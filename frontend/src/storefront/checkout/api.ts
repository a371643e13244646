import { answer, api } from "@/domain/api/client";
import type { Truck } from "@/domain/api/public-types";
import type { components } from "@/domain/api/schema.gen";
import type { CheckoutCart } from "@/domain/cart/checkout-cart";
import type { OfferQuote } from "@/domain/cart/offer-discount-and-kept-code";
import type { Stop } from "@/domain/schedule/current-stops";
import { currentLanguage } from "@/messages/language";
import type { CustomerInfo } from "./customer-info";

type Schemas = components["schemas"];

export type CheckoutTruck = Pick<
  Truck,
  "_id" | "name" | "slug" | "timezone" | "leadMinutes" | "tipPresets"
>;

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

/** Asks for the terms of an offer's code; `subtotal` in dollars. */
export function fetchOfferQuote(slug: string, code: string, subtotal: number): Promise<OfferQuote> {
  return answer(api.POST("/api/offers/quote", { body: { slug, code, subtotal } }));
}

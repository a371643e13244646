import { answer, api } from "@/domain/api/client";
import type { components } from "@/domain/api/schema.gen";
import type { TicketLine } from "@/storefront/ticket/ticket-items";

type Schemas = components["schemas"];

/** The order as its customer may see it; amounts in dollars. */
export type ConfirmedOrder = Omit<Schemas["ConfirmedOrder"], "items"> & { items: TicketLine[] };

/** `status` is the payment provider's word for the payment. */
export type VerifyAnswer = Omit<Schemas["VerifyAnswer"], "order"> & {
  order: ConfirmedOrder | null;
};

/** Any other word is shown as nothing. */
export type SmsStatus = "pending" | "sent" | "failed" | "skipped" | (string & {});

export interface PaymentReference {
  paymentIntentId: string;
  clientSecret: string | null;
}

/** Asks the server what became of a payment; the server makes the order if it is not there yet. */
export function verifyPayment({
  paymentIntentId,
  clientSecret,
}: PaymentReference): Promise<VerifyAnswer | null> {
  const body: Schemas["VerifyRequest"] = {
    payment_intent_id: paymentIntentId,
    ...(clientSecret ? { payment_intent_client_secret: clientSecret } : {}),
  };
  return answer(api.POST("/api/verify-payment", { body }));
}

/** Makes sure that the confirmation text is on its way; the server sends it once, ever. */
export function sendOrderSms(paymentIntentId: string): Promise<Schemas["OrderSmsAnswer"] | null> {
  return answer(api.POST("/api/send-order-sms", { body: { paymentIntentId } }));
}

import { apiPost } from "@/api/client";
import type { components } from "@/api/schema.gen";
import type { TicketLine } from "@/components/orders/ticket-items";

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
  return apiPost<VerifyAnswer | null>("/verify-payment", body);
}

/** Makes sure that the confirmation text is on its way; the server sends it once, ever. */
export function sendOrderSms(paymentIntentId: string): Promise<Schemas["OrderSmsAnswer"] | null> {
  return apiPost<Schemas["OrderSmsAnswer"] | null>("/send-order-sms", { paymentIntentId });
}

import { apiPost } from "@/api/client";

/** The order as its customer may see it; amounts in dollars. */
export interface ConfirmedOrder {
  orderNumber: string | number;
  customerName?: string | null;
  items: ConfirmedItem[];
  subtotal: number;
  tax: number;
  total: number;
  pickupTime?: string | null;
  estimatedPickupTime?: string | null;
  truck?: { name: string; slug: string } | null;
  smsStatus?: SmsStatus;
}

export interface ConfirmedItem {
  name: string;
  quantity: number;
  unitPrice?: number | null;
  price?: number | null;
  totalPrice?: number | null;
  customizations?: { group?: string; name: string; additionalPrice?: number }[] | null;
  specialInstructions?: string | null;
}

export interface VerifyAnswer {
  /** The payment provider's word for the payment. */
  status: string;
  order: ConfirmedOrder | null;
}

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
  return apiPost<VerifyAnswer | null>("/verify-payment", {
    payment_intent_id: paymentIntentId,
    ...(clientSecret ? { payment_intent_client_secret: clientSecret } : {}),
  });
}

/** Makes sure that the confirmation text is on its way; the server sends it once, ever. */
export function sendOrderSms(paymentIntentId: string): Promise<{ status: SmsStatus } | null> {
  return apiPost<{ status: SmsStatus } | null>("/send-order-sms", { paymentIntentId });
}

import { useEffect, useState } from "react";
import { answer, api } from "@/domain/api/client";
import type { components } from "@/domain/api/schema.gen";
import { stored, TEXT } from "@/domain/stored";
import { messages as m } from "@/messages";
import type { ConfirmedOrder } from "./payment-verification";

type OrderSmsAnswer = components["schemas"]["OrderSmsAnswer"];

/** Any other word is shown as nothing. */
export type SmsStatus = "pending" | "sent" | "failed" | "skipped" | (string & {});

const SMS_DELAY_MS = 1000;
/** Waits between two questions while the text is on its way; after the last one it counts as late. */
const ASK_AGAIN_MS = [1500, 2000, 3000, 5000, 8000, 13_000, 20_000, 30_000];

const markerOf = (paymentIntentId: string) =>
  stored(`chuckwagon:sms-sent:${paymentIntentId}`, TEXT);

/** Asks for the confirmation text once the order stands, and follows it until it has settled. */
export function useOrderSms(paymentIntentId: string, order: ConfirmedOrder): SmsStatus {
  const [status, setStatus] = useState<SmsStatus>(() => initialStatus(paymentIntentId, order));
  const alreadyAsked = useState(() => wasSent(paymentIntentId))[0];
  useEffect(() => {
    if (alreadyAsked) return;
    return follow(paymentIntentId, setStatus);
  }, [alreadyAsked, paymentIntentId]);
  return status;
}

/** The confirmation is sent once more, so it is followed once more. */
export function forgetSentSms(paymentIntentId: string): void {
  markerOf(paymentIntentId).write(null);
}

function initialStatus(paymentIntentId: string, order: ConfirmedOrder): SmsStatus {
  if (wasSent(paymentIntentId)) return "sent";
  return order.smsStatus === "skipped" ? "skipped" : "pending";
}

/** Reports every status until one that stays; returns how to stop. */
function follow(paymentIntentId: string, report: (status: SmsStatus) => void): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout>;

  async function ask(attempt: number): Promise<void> {
    const status = await statusOf(paymentIntentId);
    if (stopped) return;
    const wait = ASK_AGAIN_MS[attempt];
    if (status === "pending" && wait !== undefined) {
      timer = setTimeout(() => ask(attempt + 1), wait);
      return;
    }
    if (status === "sent") markSent(paymentIntentId);
    report(status === "pending" ? "failed" : status);
  }

  timer = setTimeout(() => ask(0), SMS_DELAY_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function statusOf(paymentIntentId: string): Promise<SmsStatus> {
  try {
    return (await sendOrderSms(paymentIntentId))?.status ?? "failed";
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a text that fails is logged and never shown as an error.
    console.error(m.confirmation.sms.failed, error);
    return "failed";
  }
}

/** Makes sure that the confirmation text is on its way; the server sends it once, ever. */
function sendOrderSms(paymentIntentId: string): Promise<OrderSmsAnswer | null> {
  return answer(api.POST("/api/send-order-sms", { body: { paymentIntentId } }));
}

function wasSent(paymentIntentId: string): boolean {
  return markerOf(paymentIntentId).read() !== null;
}

function markSent(paymentIntentId: string): void {
  markerOf(paymentIntentId).write("1");
}

/** The line under the heading; an unknown state shows nothing. */
export function smsLine(status: SmsStatus): string | null {
  switch (status) {
    case "pending":
      return m.confirmation.sms.sending;
    case "sent":
      return m.confirmation.sms.sent;
    case "failed":
      return m.confirmation.sms.delayed;
    default:
      return null;
  }
}

export interface SmsNotice {
  tone: "info" | "good" | "warning";
  title: string;
  text: string;
}

/** What to expect on the phone. */
export function smsNotice(status: SmsStatus): SmsNotice {
  switch (status) {
    case "sent":
      return {
        tone: "good",
        title: m.confirmation.sms.sentTitle,
        text: m.confirmation.sms.sentText,
      };
    case "failed":
      return {
        tone: "warning",
        title: m.confirmation.sms.delayedTitle,
        text: m.confirmation.sms.delayedText,
      };
    case "skipped":
      return {
        tone: "info",
        title: m.confirmation.sms.noneTitle,
        text: m.confirmation.sms.noneText,
      };
    default:
      return {
        tone: "info",
        title: m.confirmation.sms.sendingTitle,
        text: m.confirmation.sms.sendingText,
      };
  }
}

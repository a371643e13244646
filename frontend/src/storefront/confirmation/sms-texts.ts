import { messages as m } from "@/messages";
import type { SmsStatus } from "./api";

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

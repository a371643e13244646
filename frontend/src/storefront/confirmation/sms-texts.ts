import type { SmsStatus } from "./api";

/** The line under the heading; an unknown state shows nothing. */
export function smsLine(status: SmsStatus): string | null {
  switch (status) {
    case "pending":
      return "Sending SMS confirmation...";
    case "sent":
      return "SMS confirmation sent";
    case "failed":
      return "SMS may be delayed";
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
        title: "Check your phone",
        text: "We texted you your order, and will text again when it is ready to pick up.",
      };
    case "failed":
      return {
        tone: "warning",
        title: "Your order is safe",
        text: "The text is taking longer than usual. Show this page at the truck if it does not come.",
      };
    case "skipped":
      return {
        tone: "info",
        title: "Keep this page",
        text: "No text goes out for this order. Show the order number at the truck.",
      };
    default:
      return {
        tone: "info",
        title: "A text is on its way",
        text: "We send your order to your phone, and text again when it is ready to pick up.",
      };
  }
}

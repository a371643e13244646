import { messages as m } from "@/messages";
import type { SmsStatus } from "./api";

/** The line under the heading; an unknown state shows nothing. */
export function smsLine(status: SmsStatus): string | null {
  switch (status) {
    case "pending":
      return m.storefront.confirmation.sendingSmsConfirmation;
    case "sent":
      return m.storefront.confirmation.smsConfirmationSent;
    case "failed":
      return m.storefront.confirmation.smsMayBeDelayed;
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
        title: m.storefront.confirmation.checkYourPhone,
        text: m.storefront.confirmation.weTextedYouYourOrder,
      };
    case "failed":
      return {
        tone: "warning",
        title: m.storefront.confirmation.yourOrderIsSafe,
        text: m.storefront.confirmation.textIsTakingLongerThan,
      };
    case "skipped":
      return {
        tone: "info",
        title: m.storefront.confirmation.keepThisPage,
        text: m.storefront.confirmation.noTextGoesOutFor,
      };
    default:
      return {
        tone: "info",
        title: m.storefront.confirmation.textIsOnItsWay,
        text: m.storefront.confirmation.weSendYourOrderTo,
      };
  }
}

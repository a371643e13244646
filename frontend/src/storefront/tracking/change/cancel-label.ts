import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";

/** "Cancel and get $18.40 back"; `refund` is in dollars. */
export function cancelLabel(refund: number): string {
  return refund > 0
    ? m.change.cancel.withRefund({ amount: formatDollars(refund) })
    : m.change.cancel.action;
}

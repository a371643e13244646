import { messages as m } from "@/messages";
import type { StatusChange } from "@/staff/orders/kitchen/changes/status-change";
import { Button } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";

/** Says that the server has not heard of some taps; they are kept and sent again until it has. */
export function UnsentBar({
  changes,
  onRetry,
}: {
  changes: readonly StatusChange[];
  onRetry: () => void;
}) {
  const stuck = changes.filter(({ state }) => state === "stuck");
  const numbers = [...new Set(stuck.map(({ orderNumber }) => `#${orderNumber}`))];
  if (numbers.length === 0) return null;
  return (
    <NoticeBar
      tone="danger"
      role="alert"
      action={<Button onClick={onRetry}>{m.kitchen.unsaved.retry}</Button>}
    >
      {m.kitchen.unsaved.bar({ numbers: numbers.join(", ") })}
    </NoticeBar>
  );
}

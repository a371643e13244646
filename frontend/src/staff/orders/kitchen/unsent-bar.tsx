import { Button } from "@/components/ui/button";
import { NoticeBar } from "@/components/ui/notice-bar";
import type { Step } from "./steps";

/** Says that the server has not heard of some taps; they are kept and sent again until it has. */
export function UnsentBar({ steps, onRetry }: { steps: readonly Step[]; onRetry: () => void }) {
  const stuck = steps.filter(({ state }) => state === "stuck");
  const numbers = [...new Set(stuck.map(({ orderNumber }) => `#${orderNumber}`))];
  if (numbers.length === 0) return null;
  return (
    <NoticeBar tone="danger" role="alert" action={<Button onClick={onRetry}>Try now</Button>}>
      Not saved yet: {numbers.join(", ")}. The server cannot be reached; this is tried again by
      itself. Please leave this page open.
    </NoticeBar>
  );
}

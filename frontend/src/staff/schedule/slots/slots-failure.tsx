import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";

/** Says beside what works without them that the slots did not load. */
export function SlotsFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      role="alert"
      title={m.slots.failed}
      action={<Button onClick={onRetry}>{m.common.tryAgain}</Button>}
    >
      <p>{errorMessage(error)}</p>
    </Notice>
  );
}

/** Says of what is shown that it could not be read again. */
export function SlotsStale({ error }: { error: Error | null }) {
  if (!error) return null;
  const title = m.slots.failedStale({ reason: errorMessage(error) });
  return <Notice tone="warning" role="alert" title={title} />;
}

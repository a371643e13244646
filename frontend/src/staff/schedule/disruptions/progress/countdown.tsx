import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import { type Disruption, takeBack } from "@/staff/schedule/disruptions/api";
import { useDisruptionCall } from "@/staff/schedule/disruptions/use-disruption-call";
import { useSecondsUntil } from "@/ui/browser/use-at";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Text } from "@/ui/layout";

/** The seconds in which a change of plan can still be taken back. */
export function Countdown({ disruption }: { disruption: Disruption }) {
  const seconds = useSecondsUntil(Date.parse(disruption.startsAt)) ?? 0;
  const { mutateAsync, isPending, error } = useDisruptionCall(disruption, takeBack);

  function handleTakeBack() {
    whenDone(mutateAsync(), {
      onSuccess: () => showToast({ type: "success", message: m.plan.progress.withdrawn }),
      onError: () => undefined, // shown beside the button
    });
  }

  return (
    <>
      {/* Spoken once; the seconds are for the eye. */}
      <p role="status" className="visually-hidden">
        {m.plan.progress.startsSoon}
      </p>
      <Text size="2xl" weight={800} face="display" tabular aria-hidden="true">
        {seconds > 0 ? m.plan.progress.startsIn({ seconds }) : m.plan.progress.starting}
      </Text>
      {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
      <Button variant="danger" size="large" block busy={isPending} onClick={handleTakeBack}>
        {m.plan.progress.withdraw}
      </Button>
    </>
  );
}

import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { type Disruption, isActive } from "./api";
import { CallsToMake } from "./calls-to-make";
import { Countdown } from "./countdown";
import styles from "./plan.module.css";
import { PlanHeading } from "./plan-heading";
import { kindWords } from "./plan-words";

interface PlanProgressProps {
  disruption: Disruption;
  /** Whether the stop can be changed once more. */
  canGoOn: boolean;
  onNext: () => void;
}

/** A change of plan from its start on: the seconds to take it back, how far it is, and whom to call. */
export function PlanProgress({ disruption, canGoOn, onNext }: PlanProgressProps) {
  const { kind, state, by, failed } = disruption;
  return (
    <section aria-labelledby="plan-heading" className={styles.plan}>
      <PlanHeading>{kindWords()[kind].name}</PlanHeading>
      {by ? <p className={styles.soft}>{m.staff.plan.startedBy({ by })}</p> : null}
      {state === "scheduled" ? <Countdown disruption={disruption} /> : <Steps {...disruption} />}
      {failed.length > 0 ? <CallsToMake disruption={disruption} /> : null}
      {isActive(disruption) ? null : (
        <Button block onClick={onNext}>
          {canGoOn ? m.staff.plan.anotherChange : m.staff.plan.closeThis}
        </Button>
      )}
    </section>
  );
}

function Steps({ state, done, total, failed }: Disruption) {
  const isDone = state === "done";
  const words = isDone
    ? failed.length > 0
      ? m.staff.plan.allButSome({ done, total })
      : m.staff.plan.allDone({ count: total })
    : m.staff.plan.doneOfAll({ done, total });
  return (
    <>
      <p role="status" className={styles.figure}>
        {words}
      </p>
      {total > 0 ? (
        <progress
          className={styles.bar}
          aria-label={m.staff.plan.progress}
          value={done}
          max={total}
        />
      ) : null}
    </>
  );
}

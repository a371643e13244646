import { messages as m } from "@/messages";
import { type Disruption, isActive } from "@/staff/schedule/disruptions/api";
import styles from "@/staff/schedule/disruptions/plan.module.css";
import { PlanHeading } from "@/staff/schedule/disruptions/plan-heading";
import { kindWords } from "@/staff/schedule/disruptions/plan-words";
import { PayOutList } from "@/staff/shared/pay-outs";
import { Button } from "@/ui/controls/button";
import { Stack, Text } from "@/ui/layout";
import { CallsToMake } from "./calls-to-make";
import { Countdown } from "./countdown";

interface PlanProgressProps {
  disruption: Disruption;
  /** The stop's changes of plan before it, which may have left customers to call. */
  earlier: readonly Disruption[];
  /** Whether the stop can be changed once more. */
  canGoOn: boolean;
  onNext: () => void;
}

/** A change of plan from its start on: the seconds to take it back, how far it is, and whom to call. */
export function PlanProgress(props: PlanProgressProps) {
  const { disruption, earlier, canGoOn, onNext } = props;
  const { kind, state, by } = disruption;
  // A list that may still grow is not closed: someone would be forgotten.
  const mayGoOn = canGoOn ? disruption.allowsNext : !isActive(disruption);
  return (
    <Stack as="section" gap={4} aria-labelledby="plan-heading">
      <PlanHeading>{kindWords()[kind].name}</PlanHeading>
      {by ? (
        <Text soft size="s" weight={500}>
          {m.plan.progress.startedBy({ by })}
        </Text>
      ) : null}
      {state === "scheduled" ? <Countdown disruption={disruption} /> : <Steps {...disruption} />}
      {[disruption, ...earlier]
        .filter(({ failed }) => failed.length > 0)
        .map((one) => (
          <CallsToMake key={one._id} disruption={one} />
        ))}
      {[disruption, ...earlier].map(({ _id, payOuts = [] }) => (
        <PayOutList key={_id} id={_id} due={payOuts} headingLevel="h4" />
      ))}
      {mayGoOn ? (
        <Button block onClick={onNext}>
          {canGoOn ? m.plan.progress.another : m.plan.progress.close}
        </Button>
      ) : null}
    </Stack>
  );
}

function Steps({ state, done, total, failed }: Disruption) {
  const isDone = state === "done";
  const words = isDone
    ? failed.length > 0
      ? m.plan.progress.needsYou({ done, total })
      : m.plan.progress.allDone({ count: total })
    : m.plan.progress.doneOf({ done, total });
  return (
    <>
      <Text size="2xl" weight={800} face="display" tabular role="status">
        {words}
      </Text>
      {total > 0 ? (
        <progress
          className={styles.bar}
          aria-label={m.plan.progress.label}
          value={done}
          max={total}
        />
      ) : null}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import type { Stop } from "@/domain/schedule/current-stops";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { PayOutList } from "@/staff/shared/due-refunds";
import { useSecondsUntil } from "@/ui/browser/use-countdown";
import { Button, ExternalLink } from "@/ui/controls/button";
import { Link } from "@/ui/controls/router-link";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { FormSkeleton } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { PhoneIcon } from "@/ui/icons/common-icons";
import { Stack, Text } from "@/ui/layout";
import { Drawer } from "@/ui/overlay/dialog-and-drawer";
import {
  type Disruption,
  disruptionsQuery,
  hasLeft,
  isActive,
  type Kind,
  retryFailed,
  takeBack,
  useDisruptionCall,
} from "./api";
import { DisruptionForm, DisruptionHeading, kindWords } from "./disruption-form";
import styles from "./disruptions.module.css";

interface DisruptionDrawerProps {
  truckId: string;
  stopId: string;
  /** Null for a stop that no longer takes a change, of which only the progress is shown. */
  stop: Stop | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The kind that is chosen already. */
  kind?: Kind | undefined;
  /** The list of a stop that takes no change any more was closed on purpose. */
  onCloseList?: () => void;
}

/** A change of plan from the choice to the last text. One that runs is shown first, also after a reload. */
export function DisruptionDrawer({ open, onOpenChange, ...props }: DisruptionDrawerProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={m.plan.title}>
      <DisruptionSteps {...props} onClose={() => onOpenChange(false)} />
    </Drawer>
  );
}

interface PlanStepsProps extends Omit<DisruptionDrawerProps, "open" | "onOpenChange"> {
  onClose: () => void;
}

function DisruptionSteps({ truckId, stopId, stop, kind, onCloseList, onClose }: PlanStepsProps) {
  const query = useQuery(disruptionsQuery(stopId));
  const [newest, ...earlier] = query.data ?? [];
  const { shown, leave } = useShown(newest, stop === null);

  function handleNext() {
    if (stop !== null) return leave();
    onClose();
    onCloseList?.();
  }

  function content() {
    if (shown) {
      return (
        <DisruptionProgress
          disruption={shown}
          earlier={earlier}
          canGoOn={stop !== null}
          onNext={handleNext}
        />
      );
    }
    if (!stop) return <p>{m.common.stopIsOver}</p>;
    return <DisruptionForm key={kind} truckId={truckId} stop={stop} chosen={kind} />;
  }

  return (
    <Loaded
      query={query}
      skeleton={<FormSkeleton label={m.plan.loading} />}
      failed={m.plan.failed}
      headingLevel="h3"
    >
      {content}
    </Loaded>
  );
}

/**
 * The change that is shown in place of the choices: one that runs, that ran here, or that left someone to call; any
 * that started, where there is nothing to choose.
 */
function useShown(newest: Disruption | undefined, isLast: boolean) {
  const [seen, setSeen] = useState<string | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  if (newest && isActive(newest) && seen !== newest._id) setSeen(newest._id);
  const isOfInterest =
    newest !== undefined &&
    newest.state !== "withdrawn" &&
    newest._id !== left &&
    (isLast || newest._id === seen || isActive(newest) || hasLeft(newest));
  return {
    shown: isOfInterest ? newest : null,
    leave: () => setLeft(newest?._id ?? null),
  };
}

interface DisruptionProgressProps {
  disruption: Disruption;
  /** The stop's changes of plan before it, which may have left customers to call. */
  earlier: readonly Disruption[];
  /** Whether the stop can be changed once more. */
  canGoOn: boolean;
  onNext: () => void;
}

/** A change of plan from its start on: the seconds to take it back, how far it is, and whom to call. */
function DisruptionProgress(props: DisruptionProgressProps) {
  const { disruption, earlier, canGoOn, onNext } = props;
  const { kind, state, by } = disruption;
  // A list that may still grow is not closed: someone would be forgotten.
  const mayGoOn = canGoOn ? disruption.allowsNext : !isActive(disruption);
  return (
    <Stack as="section" gap={4} aria-labelledby="plan-heading">
      <DisruptionHeading>{kindWords()[kind].name}</DisruptionHeading>
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

/** The customers that no text has reached, or whose order could not be changed, with why and their phone. */
function CallsToMake({ disruption }: { disruption: Disruption }) {
  const { _id, failed } = disruption;
  const { mutate, isPending, error } = useDisruptionCall(disruption, retryFailed);
  return (
    <Stack as="section" gap={4} aria-labelledby={`calls-${_id}`}>
      <h4 id={`calls-${_id}`}>{m.plan.calls.count({ count: failed.length })}</h4>
      <Stack as="ul">
        {failed.map(({ orderId, orderNumber, customerName, phone, problem, reason }) => (
          <Stack key={orderId} as="li" gap={1} items="start" paddingBlock={3} lineBelow>
            <Text weight={650} breaks>
              <Link to={`/admin/orders/${orderId}`}>#{orderNumber}</Link> {customerName}
            </Text>
            <Text soft size="s" weight={500}>
              {whatToDo(problem) ?? reason}
            </Text>
            {phone ? (
              <ExternalLink href={`tel:${phone}`}>
                <PhoneIcon size={18} /> {displayPhone(phone)}
              </ExternalLink>
            ) : (
              <p>{m.plan.calls.noPhone}</p>
            )}
          </Stack>
        ))}
      </Stack>
      {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
      <Button block busy={isPending} onClick={() => mutate()}>
        {m.common.tryAgain}
      </Button>
    </Stack>
  );
}

/** What staff can do besides calling; null where the reason of the text provider says all. */
function whatToDo(problem: Disruption["failed"][number]["problem"]): string | null {
  if (problem === "order") return m.plan.calls.orderUnchanged;
  return problem === "refund" ? m.plan.calls.refundRefused : null;
}

/** The seconds in which a change of plan can still be taken back. */
function Countdown({ disruption }: { disruption: Disruption }) {
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

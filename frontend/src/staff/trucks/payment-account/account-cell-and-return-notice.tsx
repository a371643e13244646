import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { memo, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import type { ConnectStatus, StaffTruck } from "@/domain/api/staff-types";
import { useSend } from "@/domain/api/use-send-once";
import { allTrucksKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import styles from "@/staff/trucks/trucks.module.css";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { Button } from "@/ui/controls/button";
import { Notice, type NoticeTone } from "@/ui/feedback/notice";
import { Skeleton } from "@/ui/feedback/skeletons";
import { Spinner } from "@/ui/feedback/spinner";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { needsSetup, requirementLabels, stripeBadge } from "./account-words";
import { connectStatusQuery, createOnboardingLink, createStripeAccount } from "./api";
import { goToProvider, type Onboarding } from "./provider-redirects";

type StripeAccount = ReturnType<typeof useStripeAccount>;

/**
 * A truck's payment account: its badge, what is still asked for, and the next step. Typing in the
 * search draws it only where another truck moves in.
 */
export const PaymentAccountCell = memo(function PaymentAccountCell({
  truck,
}: {
  truck: StaffTruck;
}) {
  const { status, create, setUp } = useStripeAccount(truck);
  if (status.isPending) return <CheckingStatus truck={truck} />;
  if (!status.data) {
    return (
      <Stack gap={2} items="start" className={styles.cell}>
        <Text tone="danger" size="s" className={styles.paymentAccountCellProblem}>
          {m.paymentAccount.cell.unavailable}
        </Text>
        <Button
          busy={status.isFetching}
          aria-label={m.paymentAccount.cell.tryAgain({ name: truck.name })}
          onClick={() => status.refetch()}
        >
          {m.common.tryAgain}
        </Button>
      </Stack>
    );
  }
  const problem = create.error ?? setUp.error;
  const step = nextStep(status.data, create, setUp);
  return (
    <Stack gap={2} items="start" className={styles.cell}>
      <StatusBadge status={status.data} truck={truck} />
      {step ? <Step {...step} truckName={truck.name} /> : null}
      {problem ? (
        <Text tone="danger" size="s" className={styles.paymentAccountCellProblem}>
          {errorMessage(problem)}
        </Text>
      ) : null}
    </Stack>
  );
});

/** One button for both steps, so that the focus is still there when the second one follows. */
function nextStep(
  status: ConnectStatus,
  create: StripeAccount["create"],
  setUp: StripeAccount["setUp"],
): Omit<StepProps, "truckName"> | null {
  if (!status.hasStripeAccount) {
    const { creating, creatingFor, create: start, createFor } = m.paymentAccount.cell;
    const { isPending } = create;
    const label = isPending ? creating : start;
    const labelFor = isPending ? creatingFor : createFor;
    return { label, labelFor, isPending, onClick: () => create.mutate() };
  }
  if (!needsSetup(status)) return null;
  const { opening, openingFor, complete, completeFor } = m.paymentAccount.cell;
  const label = setUp.isPending ? opening : complete;
  const labelFor = setUp.isPending ? openingFor : completeFor;
  // The account is there before the call that made it is over.
  const isPending = setUp.isPending || create.isPending;
  return { label, labelFor, isPending, onClick: () => setUp.mutate() };
}

interface StepProps {
  label: string;
  labelFor: (truck: { name: string }) => string;
  truckName: string;
  isPending: boolean;
  onClick: () => void;
}

function Step({ label, labelFor, truckName, isPending, onClick }: StepProps) {
  return (
    <Button busy={isPending} aria-label={labelFor({ name: truckName })} onClick={onClick}>
      {label}
    </Button>
  );
}

function StatusBadge({ status, truck }: { status: ConnectStatus; truck: StaffTruck }) {
  const { state, label, tone } = stripeBadge(status);
  if (state === "none" || state === "active") return <Badge tone={tone}>{label}</Badge>;
  return (
    <details className={styles.details}>
      <Row
        as="summary"
        inline
        oneLine
        gap={1}
        align="center"
        target
        radius="control"
        className={styles.summary}
        aria-label={m.paymentAccount.cell.needsOf({ label, name: truck.name })}
      >
        <Badge tone={tone}>{label}</Badge>
      </Row>
      <Requirements status={status} />
    </details>
  );
}

function CheckingStatus({ truck }: { truck: StaffTruck }) {
  return (
    <Stack gap={2} items="start" className={styles.cell}>
      <span className="visually-hidden">{m.paymentAccount.cell.loading({ name: truck.name })}</span>
      <Skeleton width="5rem" height="1.5rem" />
    </Stack>
  );
}

/** What the payment provider still wants before the truck can be paid, in words. */
function Requirements({ status }: { status: ConnectStatus }) {
  const { past_due, currently_due } = status.requirements;
  const pastDue = requirementLabels(past_due);
  // The provider names what is past due among what is due now as well.
  const dueNow = requirementLabels(currently_due).filter((words) => !pastDue.includes(words));
  return (
    <Stack gap={2} size="s" className={styles.requirements}>
      <RequirementList title={m.paymentAccount.requirements.pastDue} items={pastDue} />
      <RequirementList title={m.paymentAccount.requirements.dueNow} items={dueNow} />
      {pastDue.length + dueNow.length === 0 ? <p>{waitingMessage(status)}</p> : null}
    </Stack>
  );
}

function RequirementList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <Text weight={700}>{title}</Text>
      <ul className={styles.requirementsList}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

function waitingMessage(status: ConnectStatus): string {
  if (!status.onboardingComplete) return m.paymentAccount.requirements.unanswered;
  if (status.chargesEnabled) return m.paymentAccount.requirements.payoutsOff;
  return status.payoutsEnabled
    ? m.paymentAccount.requirements.paymentsOff
    : m.paymentAccount.requirements.bothOff;
}

/** A truck's account with the payment provider: what it says, and the two steps towards it. */
function useStripeAccount(truck: StaffTruck) {
  const client = useQueryClient();
  const createOnce = useSend((_: undefined, key) => createStripeAccount(truck, key));
  const status = useQuery(connectStatusQuery(truck._id));
  const { pathname } = useLocation();

  const create = useMutation({
    mutationFn: () => createOnce(undefined),
    onSuccess: () => {
      showToast({
        type: "success",
        message: m.paymentAccount.created({ name: truck.name }),
      });
      client.invalidateQueries({ queryKey: allTrucksKey() });
      return client.invalidateQueries({ queryKey: connectStatusQuery(truck._id).queryKey });
    },
    onError: () => showToast({ type: "error", message: m.paymentAccount.createFailed }),
  });
  const setUp = useMutation({
    mutationFn: async () => goToProvider(await createOnboardingLink(truck._id, pathname)),
    onError: () => showToast({ type: "error", message: m.paymentAccount.linkFailed }),
  });
  return { status, create, setUp };
}

interface OnboardingNoticeProps {
  onboarding: Onboarding;
  /** Empty while the trucks load, and for a truck that is gone. */
  truckName: string;
  onDismiss: () => void;
}

/** Meets whom the payment provider sent back. */
export function OnboardingNotice({ onboarding, truckName, onDismiss }: OnboardingNoticeProps) {
  const { step, truckId } = onboarding;
  const name = truckName || m.paymentAccount.notice.truck;
  return step === "refresh" ? (
    <FreshLink key={truckId} truckId={truckId} name={name} />
  ) : (
    <ReturnedFrom key={truckId} truckId={truckId} name={name} onDismiss={onDismiss} />
  );
}

interface TruckNamed {
  truckId: string;
  name: string;
}

/** The link was used or too old: a new one is asked for and followed without another click. */
function FreshLink({ truckId, name }: TruckNamed) {
  const { pathname } = useLocation();
  const link = useMutation({
    mutationFn: async () =>
      goToProvider(await createOnboardingLink(truckId, pathname), { instead: true }),
    onError: () => showToast({ type: "error", message: m.paymentAccount.linkFailed }),
  });
  const { mutate } = link;
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate();
  }, [mutate]);

  if (!link.error) return <Spinner label={m.paymentAccount.notice.opening({ name })} showLabel />;
  return (
    <Notice
      role="alert"
      tone="danger"
      title={m.paymentAccount.linkFailed}
      action={<Button onClick={() => mutate()}>{m.common.tryAgain}</Button>}
    >
      {errorMessage(link.error)}
    </Notice>
  );
}

/** Back from the provider's questions: says what the account is now, freshly read. */
function ReturnedFrom({ truckId, name, onDismiss }: TruckNamed & { onDismiss: () => void }) {
  const status = useQuery({ ...connectStatusQuery(truckId), refetchOnMount: "always" });
  if (status.isPending || (status.isFetching && !status.isFetchedAfterMount)) {
    return <Spinner label={m.paymentAccount.notice.reading({ name })} showLabel />;
  }
  if (status.error) {
    return (
      <Notice
        role="alert"
        tone="danger"
        title={m.paymentAccount.notice.failed({ name })}
        action={<Button onClick={() => status.refetch()}>{m.common.tryAgain}</Button>}
      >
        {errorMessage(status.error)}
      </Notice>
    );
  }
  const { state, label, tone } = stripeBadge(status.data);
  return (
    <Notice
      role="status"
      tone={noticeTone(tone)}
      title={`${name}: ${label}`}
      action={
        <Row gap={2}>
          {state === "active" ? null : (
            <Button busy={status.isFetching} onClick={() => status.refetch()}>
              {m.common.checkAgain}
            </Button>
          )}
          <Button variant="quiet" onClick={onDismiss}>
            {m.paymentAccount.notice.dismiss}
          </Button>
        </Row>
      }
    >
      <StatusNow status={status.data} />
    </Notice>
  );
}

function noticeTone(tone: BadgeTone): NoticeTone {
  return tone === "good" || tone === "danger" || tone === "warning" ? tone : "info";
}

function StatusNow({ status }: { status: ConnectStatus }) {
  const { state } = stripeBadge(status);
  if (state === "active") return <p>{m.paymentAccount.notice.ready}</p>;
  if (state === "none") return <p>{m.paymentAccount.notice.none}</p>;
  return <Requirements status={status} />;
}

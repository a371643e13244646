import { memo } from "react";
import type { ConnectStatus, StaffTruck } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import styles from "@/staff/trucks/trucks.module.css";
import { Badge } from "@/ui/content/badge";
import { Button } from "@/ui/controls/button";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Stack, Text } from "@/ui/layout";
import { Requirements } from "./requirements";
import { needsSetup, stripeBadge } from "./stripe-badge";
import { useStripeAccount } from "./use-stripe-account";

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
    const label = create.isPending ? m.paymentAccount.cell.creating : m.paymentAccount.cell.create;
    return { label, isPending: create.isPending, onClick: () => create.mutate() };
  }
  if (!needsSetup(status)) return null;
  const label = setUp.isPending ? m.paymentAccount.cell.opening : m.paymentAccount.cell.complete;
  // The account is there before the call that made it is over.
  const isPending = setUp.isPending || create.isPending;
  return { label, isPending, onClick: () => setUp.mutate() };
}

interface StepProps {
  label: string;
  truckName: string;
  isPending: boolean;
  onClick: () => void;
}

function Step({ label, truckName, isPending, onClick }: StepProps) {
  return (
    <Button
      busy={isPending}
      aria-label={m.paymentAccount.cell.labelFor({ label, truckName })}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

function StatusBadge({ status, truck }: { status: ConnectStatus; truck: StaffTruck }) {
  const { state, label, tone } = stripeBadge(status);
  if (state === "none" || state === "active") return <Badge tone={tone}>{label}</Badge>;
  return (
    <details className={styles.details}>
      <summary
        className={styles.summary}
        aria-label={m.paymentAccount.cell.needsOf({ label, name: truck.name })}
      >
        <Badge tone={tone}>{label}</Badge>
      </summary>
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

import type { ConnectStatus, StaffTruck } from "@/api/admin-types";
import { sentenceOf } from "@/api/errors";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Requirements } from "./requirements";
import { needsSetup, stripeBadge } from "./stripe-badge";
import styles from "./stripe-cell.module.css";
import { useStripeAccount } from "./use-stripe-account";

/** A truck's payment account: its badge, what is still asked for, and the next step. */
export function StripeCell({ truck }: { truck: StaffTruck }) {
  const { status, create, setUp } = useStripeAccount(truck);
  if (status.isPending) return <CheckingStatus truck={truck} />;
  if (!status.data) {
    return (
      <div className={styles.cell}>
        <p className={styles.problem}>Status unavailable</p>
        <Button busy={status.isFetching} onClick={() => status.refetch()}>
          Try again
          <span className="visually-hidden"> to read the Stripe status of {truck.name}</span>
        </Button>
      </div>
    );
  }
  const problem = create.error ?? setUp.error;
  return (
    <div className={styles.cell}>
      <StatusBadge status={status.data} truck={truck} />
      {status.data.hasStripeAccount ? null : (
        <Button busy={create.isPending} onClick={() => create.mutate()}>
          {create.isPending ? "Creating..." : "Create Account"}
          <span className="visually-hidden"> for {truck.name}</span>
        </Button>
      )}
      {needsSetup(status.data) ? (
        <Button busy={setUp.isPending} onClick={() => setUp.mutate()}>
          {setUp.isPending ? "Opening Stripe..." : "Complete Setup"}
          <span className="visually-hidden"> of {truck.name}</span>
        </Button>
      ) : null}
      {problem ? <p className={styles.problem}>{sentenceOf(problem)}</p> : null}
    </div>
  );
}

function StatusBadge({ status, truck }: { status: ConnectStatus; truck: StaffTruck }) {
  const { label, tone } = stripeBadge(status);
  if (label === "No Account" || label === "Active") return <Badge tone={tone}>{label}</Badge>;
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>
        <Badge tone={tone}>{label}</Badge>
        <span className="visually-hidden">: what Stripe needs from {truck.name}</span>
      </summary>
      <Requirements status={status} />
    </details>
  );
}

function CheckingStatus({ truck }: { truck: StaffTruck }) {
  return (
    <div className={styles.cell}>
      <span className="visually-hidden">Loading the Stripe status of {truck.name}...</span>
      <Skeleton width="5rem" height="1.5rem" />
    </div>
  );
}

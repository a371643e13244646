import type { ConnectStatus } from "@/domain/api/admin-types";
import { requirementLabels } from "./requirement-labels";
import styles from "./stripe-cell.module.css";

/** What the payment provider still wants before the truck can be paid, in words. */
export function Requirements({ status }: { status: ConnectStatus }) {
  const { past_due, currently_due } = status.requirements;
  const pastDue = requirementLabels(past_due);
  // The provider names what is past due among what is due now as well.
  const dueNow = requirementLabels(currently_due).filter((words) => !pastDue.includes(words));
  return (
    <div className={styles.requirements}>
      <RequirementList title="Past due" items={pastDue} />
      <RequirementList title="Due now" items={dueNow} />
      {pastDue.length + dueNow.length === 0 ? <p>{waitingMessage(status)}</p> : null}
    </div>
  );
}

function RequirementList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <p className={styles.requirementsTitle}>{title}</p>
      <ul className={styles.requirementsList}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

function waitingMessage(status: ConnectStatus): string {
  const closed = [
    status.chargesEnabled ? "" : "payments",
    status.payoutsEnabled ? "" : "payouts",
  ].filter(Boolean);
  if (!status.onboardingComplete) return "Stripe's questions have not been answered yet.";
  return `Stripe asks for nothing more, but has not switched on ${closed.join(" and ")}.`;
}

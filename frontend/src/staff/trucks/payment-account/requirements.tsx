import type { ConnectStatus } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import styles from "@/staff/trucks/trucks.module.css";
import { Stack, Text } from "@/ui/layout";
import { requirementLabels } from "./requirement-labels";

/** What the payment provider still wants before the truck can be paid, in words. */
export function Requirements({ status }: { status: ConnectStatus }) {
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

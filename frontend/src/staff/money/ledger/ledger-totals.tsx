import type { LedgerTotals as Totals } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { figures } from "./figures";
import styles from "./ledger.module.css";

/** The sums of the period, each with what it means. */
export function LedgerTotals({ totals }: { totals: Totals }) {
  return (
    <dl className={styles.totals} aria-label={m.ledger.totals}>
      <div>
        <dt>{m.common.orders}</dt>
        <dd>{totals.orders}</dd>
      </div>
      {figures().map(({ name, label, meaning }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{formatSum(totals[name])}</dd>
          {meaning ? <dd className={styles.meaning}>{meaning}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

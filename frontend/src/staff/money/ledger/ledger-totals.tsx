import type { LedgerTotals as Totals } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Text } from "@/ui/layout";
import { figures } from "./figures";
import styles from "./ledger.module.css";

/** The sums of the period, each with what it means. */
export function LedgerTotals({ totals }: { totals: Totals }) {
  return (
    <dl className={styles.totals} aria-label={m.ledger.totals}>
      <div>
        <Text as="dt" soft size="s">
          {m.common.orders}
        </Text>
        <dd>{totals.orders}</dd>
      </div>
      {figures().map(({ name, label, meaning }) => (
        <div key={name}>
          <Text as="dt" soft size="s">
            {label}
          </Text>
          <dd>{formatSum(totals[name])}</dd>
          {meaning ? (
            <Text as="dd" soft size="s" className={styles.meaning}>
              {meaning}
            </Text>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

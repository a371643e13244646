import type { CartTotals as Totals } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Price } from "@/ui/content/price";
import styles from "./cart-totals.module.css";

export function CartTotals({ totals }: { totals: Totals }) {
  return (
    <dl className={styles.totals}>
      <div className={styles.row}>
        <dt>{m.common.subtotal}</dt>
        <dd>
          <Price cents={totals.subtotalCents} />
        </dd>
      </div>
      <div className={styles.row}>
        <dt>{m.common.tax}</dt>
        <dd>
          <Price cents={totals.taxCents} />
        </dd>
      </div>
      <div className={styles.sum}>
        <dt>{m.common.total}</dt>
        <dd>
          <Price cents={totals.totalCents} />
        </dd>
      </div>
    </dl>
  );
}

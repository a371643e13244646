import { centsToDollars, formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { Drawer } from "./api";
import styles from "./drawer.module.css";

/** How the expected sum comes about, line by line. */
export function DrawerSums({ drawer }: { drawer: DrawerFigures }) {
  const { float, cashSales, cashRefunds, payIns, payOuts, expected } = drawer;
  const lines: [string, number][] = [
    [m.drawer.float, float],
    [m.drawer.cashSales, cashSales],
    [m.drawer.cashRefunds, -cashRefunds],
    [m.drawer.payIns, payIns],
    [m.drawer.payOuts, -payOuts],
  ];
  return (
    <dl className={styles.sums}>
      {lines
        .filter(([label, amount]) => amount !== 0 || label === m.drawer.float)
        .map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatSum(amount)}</dd>
          </div>
        ))}
      <div className={styles.total}>
        <dt>{m.drawer.expected}</dt>
        <dd>{formatSum(expected)}</dd>
      </div>
    </dl>
  );
}

type DrawerFigures = Pick<
  Drawer,
  "float" | "cashSales" | "cashRefunds" | "payIns" | "payOuts" | "expected"
>;

/** The difference in words; `cents` is counted − expected. */
export function differenceTitle(cents: number): string {
  if (cents === 0) return m.drawer.review.exact;
  const amount = formatSum(centsToDollars(Math.abs(cents)));
  return cents > 0 ? m.drawer.review.over({ amount }) : m.drawer.review.short({ amount });
}

import type { StaffOrder } from "@/api/admin-types";
import { QuantityStepper } from "@/components/ui/quantity-stepper";
import { formatDollars } from "@/lib/money";
import styles from "./order-detail.module.css";
import { piecesLeft } from "./refund-share";
import type { RefundForm } from "./use-refund-form";

/** How many pieces of each line go back; never more than are left. */
export function RefundPieces({ order, form }: { order: StaffOrder; form: RefundForm }) {
  const left = piecesLeft(order);
  return (
    <div>
      <ul aria-label="Items to give back">
        {order.items.map(({ name, unitPrice }, place) => (
          // Lines have no id of their own and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={place} className={styles.line}>
            <span className={styles.lineName}>
              <span>{name}</span>
              <span className={styles.soft}>
                {left[place]
                  ? `${formatDollars(unitPrice)} each, ${left[place]} left`
                  : "all given back"}
              </span>
            </span>
            <QuantityStepper
              itemName={name}
              min={0}
              max={left[place] ?? 0}
              value={form.pieces[place] ?? 0}
              onChange={(quantity) => form.setPieces({ ...form.pieces, [place]: quantity })}
            />
          </li>
        ))}
      </ul>
      {form.errors.pieces ? (
        <p role="alert" className={styles.problem}>
          {form.errors.pieces}
        </p>
      ) : null}
    </div>
  );
}

import { memo, useMemo, useState } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { type AllDayItem, allDay } from "./all-day";
import styles from "./all-day-panel.module.css";

/** How many of each menu item are still to be made, so that the cook can lay out all of them at once. */
export const AllDayPanel = memo(function AllDayPanel({ orders }: { orders: StaffOrder[] }) {
  const items = useMemo(() => allDay(orders), [orders]);
  const [open, setOpen] = useState(false);
  if (items.length === 0) return null;
  return (
    <section aria-label="All day" className={styles.panel} data-open={open || undefined}>
      <header className={styles.head}>
        <h2 className={styles.title}>All day</h2>
        <button
          type="button"
          className={styles.more}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? "Totals only" : "With extras"}
        </button>
      </header>
      <ul className={styles.list}>
        {items.map((item) => (
          <MenuItemRow key={item.key} item={item} />
        ))}
      </ul>
    </section>
  );
});

function MenuItemRow({ item }: { item: AllDayItem }) {
  return (
    <li className={styles.menuItem}>
      <span className={styles.quantity}>{item.quantity}</span>
      <div className={styles.what}>
        <span className={styles.name}>{item.name}</span>
        {item.variants.length > 0 || item.withNote > 0 ? (
          <ul className={styles.variants}>
            {item.variants.map(({ words, quantity }) => (
              <li key={words}>
                {quantity}× {words || "plain"}
              </li>
            ))}
            {item.withNote > 0 ? (
              <li className={styles.note}>{item.withNote}× with a note</li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </li>
  );
}

import { memo, useMemo, useState } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { usePresent } from "@/ui/browser/use-at";
import { type AllDayItem, allDay } from "./all-day";
import styles from "./all-day-panel.module.css";

/** How many of each menu item are to be made soon, so that the cook can lay out all of them at once. */
export const AllDayPanel = memo(function AllDayPanel({ orders }: { orders: StaffOrder[] }) {
  const now = usePresent();
  const { soon, later } = useMemo(() => allDay(orders, now), [orders, now]);
  const [open, setOpen] = useState(false);
  if (soon.length === 0 && later.length === 0) return null;
  return (
    <section
      aria-label={m.kitchen.totals.title}
      className={styles.panel}
      data-open={open || undefined}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>{m.kitchen.totals.title}</h2>
        <button
          type="button"
          className={styles.more}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? m.kitchen.totals.only : m.kitchen.totals.withExtras}
        </button>
      </header>
      <ul className={styles.list}>
        {soon.map((item) => (
          <MenuItemRow key={item.key} item={item} />
        ))}
      </ul>
      {later.length > 0 ? (
        <p className={styles.later}>
          {m.kitchen.totals.later({
            items: formatList(later.map(({ name, quantity }) => `${quantity}× ${name}`)),
          })}
        </p>
      ) : null}
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
              <li className={styles.note}>{m.kitchen.totals.withNote({ count: item.withNote })}</li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </li>
  );
}

import { memo, useMemo, useState } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import styles from "@/staff/orders/kitchen/kitchen.module.css";
import { usePresent } from "@/ui/browser/use-at";
import { Box, Row, Text } from "@/ui/layout";
import { type AllDayItem, allDay } from "./all-day";

/** How many of each menu item are to be made soon, so that the cook can lay out all of them at once. */
export const AllDayPanel = memo(function AllDayPanel({ orders }: { orders: StaffOrder[] }) {
  const now = usePresent();
  const { soon, later } = useMemo(() => allDay(orders, now), [orders, now]);
  const [open, setOpen] = useState(false);
  if (soon.length === 0 && later.length === 0) return null;
  return (
    <Box
      as="section"
      padding={4}
      paddingBlock={3}
      surface="card"
      radius="card"
      outlined
      aria-label={m.kitchen.totals.title}
      className={styles.panel}
      data-open={open || undefined}
    >
      <Row as="header" align="center" justify="between" oneLine>
        <h2 className={styles.title}>{m.kitchen.totals.title}</h2>
        <button
          type="button"
          className={styles.more}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? m.kitchen.totals.only : m.kitchen.totals.withExtras}
        </button>
      </Row>
      <ul className={styles.allDayPanelList}>
        {soon.map((item) => (
          <MenuItemRow key={item.key} item={item} />
        ))}
      </ul>
      {later.length > 0 ? (
        <Text soft breaks className={styles.later}>
          {m.kitchen.totals.later({
            items: formatList(later.map(({ name, quantity }) => `${quantity}× ${name}`)),
          })}
        </Text>
      ) : null}
    </Box>
  );
});

function MenuItemRow({ item }: { item: AllDayItem }) {
  return (
    <li className={styles.menuItem}>
      <Text as="span" size="xl" weight={750} face="display" leading={1.2} tabular textAlign="end">
        {item.quantity}
      </Text>
      <div>
        <Text as="span" weight={700} breaks>
          {item.name}
        </Text>
        {item.variants.length > 0 || item.withNote > 0 ? (
          <Text as="ul" soft size="s" className={styles.variants}>
            {item.variants.map(({ words, quantity }) => (
              <li key={words}>
                {quantity}× {words || "plain"}
              </li>
            ))}
            {item.withNote > 0 ? (
              <Text as="li" tone="warning" weight={700}>
                {m.kitchen.totals.withNote({ count: item.withNote })}
              </Text>
            ) : null}
          </Text>
        ) : null}
      </div>
    </li>
  );
}

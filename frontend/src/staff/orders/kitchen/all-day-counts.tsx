import { memo, useMemo, useState } from "react";
import type { StaffOrder, StaffOrderItem } from "@/domain/api/staff-types";
import { countedName } from "@/domain/menu/option-selection-and-price";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { isToBeMade, piecesToMake, wantedMs } from "@/staff/shared/order-rules";
import { usePresent } from "@/ui/browser/use-now-and-tell-at";
import { Box, Row, Stack, Text } from "@/ui/layout";
import styles from "./kitchen.module.css";

/** What is wanted after this time is not laid out yet. */
const AHEAD_MS = 2 * 3_600_000;

interface AllDayVariant {
  /** The chosen modifiers, in the ticket's words; empty for the plain menu item. */
  words: string;
  quantity: number;
}

interface AllDayItem {
  key: string;
  name: string;
  quantity: number;
  /** By combination of modifiers, where there is anything to tell apart. */
  variants: AllDayVariant[];
  /** How many come with a wish of the customer's own, which only the ticket tells. */
  withNote: number;
}

interface AllDay {
  /** By now and in the next two hours, and what is being cooked already. */
  soon: AllDayItem[];
  later: AllDayItem[];
}

/** What is still to be made, over all orders, without what was refunded: soon, and later. */
export function allDay(orders: readonly StaffOrder[], now: Date): AllDay {
  const toMake = orders.filter(({ status }) => isToBeMade(status));
  const isLater = (order: StaffOrder) =>
    order.status !== "preparing" && wantedMs(order) > now.getTime() + AHEAD_MS;
  return {
    soon: countItems(toMake.filter((order) => !isLater(order))),
    later: countItems(toMake.filter(isLater)),
  };
}

/** Per menu item, and per combination of modifiers. */
function countItems(orders: readonly StaffOrder[]): AllDayItem[] {
  const lines = orders.flatMap(({ items }) => items).filter((item) => piecesToMake(item) > 0);
  const menuItems = groupBy(lines, itemKey);
  return [...menuItems]
    .map(([key, ofDish]) => ({
      key,
      name: ofDish[0]?.name ?? "",
      quantity: sum(ofDish),
      variants: variantsOf(ofDish),
      withNote: sum(ofDish.filter(({ specialInstructions }) => specialInstructions)),
    }))
    .sort((one, other) => other.quantity - one.quantity || one.name.localeCompare(other.name));
}

function variantsOf(lines: StaffOrderItem[]): AllDayVariant[] {
  const variants = [...groupBy(lines, wordsOf)]
    .map(([words, same]) => ({ words, quantity: sum(same) }))
    .sort((one, other) => other.quantity - one.quantity || one.words.localeCompare(other.words));
  const isPlainOnly = variants.length === 1 && variants[0]?.words === "";
  return isPlainOnly ? [] : variants;
}

/** A menu item that was renamed since is two menu items to a cook who reads tickets. */
function itemKey({ menuItemId, name }: StaffOrderItem): string {
  return `${menuItemId ?? ""}/${name}`;
}

/** The same choices in another order are the same plate. */
function wordsOf({ customizations }: StaffOrderItem): string {
  return customizations
    .map(countedName)
    .sort((one, other) => one.localeCompare(other))
    .join(", ");
}

function groupBy(
  lines: readonly StaffOrderItem[],
  keyOf: (line: StaffOrderItem) => string,
): Map<string, StaffOrderItem[]> {
  const groups = new Map<string, StaffOrderItem[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return groups;
}

function sum(lines: readonly StaffOrderItem[]): number {
  return lines.reduce((total, line) => total + piecesToMake(line), 0);
}

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
        <Text as="h2" size="l" className={styles.title}>
          {m.kitchen.totals.title}
        </Text>
        <Text
          as="button"
          bare
          soft
          weight={650}
          type="button"
          className={styles.more}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? m.kitchen.totals.only : m.kitchen.totals.withExtras}
        </Text>
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
    <Stack as="li" gap={2} className={styles.menuItem}>
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
                {words ? `${quantity}× ${words}` : m.kitchen.totals.plain({ quantity })}
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
    </Stack>
  );
}

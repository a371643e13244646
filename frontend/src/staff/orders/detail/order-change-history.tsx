import type { StaffOrder } from "@/domain/api/staff-types";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel, formatDate, formatTimeOfDay } from "@/domain/time/time-words";
import { parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { Stack, Text } from "@/ui/layout";
import styles from "./order-detail.module.css";

type OrderChange = NonNullable<StaffOrder["changes"]>[number];

/** What changed of the order's time or place, and why it was called off; nothing without a change. */
export function OrderChanges({ order, zone }: { order: StaffOrder; zone: string }) {
  const { changes = [] } = order;
  if (changes.length === 0) return null;
  return (
    <Stack as="ol" gap={3} className={styles.history} aria-label={m.plan.title}>
      {changes.map((change) => (
        <li key={`${change.kind}${change.at}`}>
          <strong>{titleOf(change)}</strong>
          {change.from && change.to ? (
            <span>
              {m.order.changes.fromTo({
                from: wordOf(change.from, zone),
                to: wordOf(change.to, zone),
              })}
            </span>
          ) : null}
          <Text as="span" soft size="s">
            {authorOf(change.by)},{" "}
            <time dateTime={change.at}>
              {formatDate(new Date(change.at), zone)}, {formatTimeOfDay(new Date(change.at), zone)}
            </time>
          </Text>
        </li>
      ))}
    </Stack>
  );
}

function titleOf({ kind, minutes }: OrderChange): string {
  switch (kind) {
    case "late":
      return m.order.changes.late({ minutes: minutes ?? 0 });
    case "moved":
      return m.order.changes.moved;
    case "ends_early":
      return m.order.changes.endsEarly;
    case "stop_cancelled":
      return m.order.changes.stopCancelled;
    case "slot_changed":
      return m.order.changes.otherSlot;
    case "time_changed":
      return m.order.changes.newTime;
    case "cancelled_by_customer":
      return m.order.changes.byCustomer;
  }
}

/** Who made a step or a change: a member of staff by name, the customer, or a setting of the truck. */
export function authorOf(by: string): string {
  if (by === "customer") return m.order.history.customer;
  return by === "automatic" ? m.order.history.automatic : by;
}

/** An instant on the clock of the place; a place by its name. */
function wordOf(text: string, zone: string): string {
  const instant = parseInstant(text);
  return instant ? clockLabel(instant, zone, presentTime()) : text;
}

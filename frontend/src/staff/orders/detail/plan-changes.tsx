import type { StaffOrder } from "@/domain/api/admin-types";
import { clockLabel } from "@/domain/orders/estimate";
import { formatDate } from "@/domain/time/dates";
import { presentTime } from "@/domain/time/server-clock";
import { formatTimeOfDay, parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";
import styles from "./order-detail.module.css";

type PlanChange = NonNullable<StaffOrder["changes"]>[number];

/** What changed of the order's time or place, and why it was called off; nothing without a change. */
export function PlanChanges({ order, zone }: { order: StaffOrder; zone: string }) {
  const { changes = [] } = order;
  if (changes.length === 0) return null;
  return (
    <ol className={styles.history} aria-label={m.staff.plan.changeOfPlan}>
      {changes.map((change) => (
        <li key={`${change.kind}${change.at}`}>
          <strong>{titleOf(change)}</strong>
          {change.from && change.to ? (
            <span>
              {m.staff.ordersDetail.fromBefore({
                from: wordOf(change.from, zone),
                to: wordOf(change.to, zone),
              })}
            </span>
          ) : null}
          <span className={styles.soft}>
            {authorOf(change)},{" "}
            <time dateTime={change.at}>
              {formatDate(new Date(change.at), zone)}, {formatTimeOfDay(new Date(change.at), zone)}
            </time>
          </span>
        </li>
      ))}
    </ol>
  );
}

function titleOf({ kind, minutes }: PlanChange): string {
  switch (kind) {
    case "late":
      return m.staff.ordersDetail.planLate({ minutes: minutes ?? 0 });
    case "moved":
      return m.staff.ordersDetail.planMoved;
    case "ends_early":
      return m.staff.ordersDetail.planEndsEarly;
    case "stop_cancelled":
      return m.staff.ordersDetail.planStopCancelled;
    case "slot_changed":
      return m.staff.ordersDetail.planSlotChanged;
    case "time_changed":
      return m.staff.ordersDetail.planTimeChanged;
    case "cancelled_by_customer":
      return m.staff.ordersDetail.planCancelledByCustomer;
  }
}

function authorOf({ by }: PlanChange): string {
  return by === "customer" ? m.staff.ordersDetail.theCustomer : by;
}

/** An instant on the clock of the place; a place by its name. */
function wordOf(text: string, zone: string): string {
  const instant = parseInstant(text);
  return instant ? clockLabel(instant, zone, presentTime()) : text;
}

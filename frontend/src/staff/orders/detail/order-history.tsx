import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { statusBadges } from "@/staff/shared/order-labels";
import styles from "./order-detail.module.css";

/** Each status with when it was reached and by whom. */
export function OrderHistory({ order, zone }: { order: StaffOrder; zone: string }) {
  if (order.history.length === 0) return <p className={styles.soft}>{m.order.history.empty}</p>;
  return (
    <ol className={styles.history}>
      {order.history.map(({ status, at, by }) => (
        <li key={`${status}${at}`}>
          <strong>{statusBadges()[status].label}</strong>
          <span className={styles.soft}>
            {by ? `${by}, ` : ""}
            <time dateTime={at}>
              {formatDate(new Date(at), zone)}, {formatTimeOfDay(new Date(at), zone)}
            </time>
          </span>
        </li>
      ))}
    </ol>
  );
}

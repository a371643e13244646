import type { StaffOrder } from "@/domain/api/admin-types";
import { displayPhone } from "@/domain/values/phone";
import { formatDate, formatTimeOfDay } from "@/domain/values/time";
import styles from "./order-detail.module.css";

/** Who ordered, when, and how to reach them. */
export function OrderFacts({ order, zone }: { order: StaffOrder; zone: string }) {
  const placed = new Date(order.createdAt);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Name</dt>
        <dd>{order.customerName}</dd>
      </div>
      {order.customerPhone ? (
        <div>
          <dt>Phone</dt>
          <dd>
            <a className={styles.contact} href={`tel:${order.customerPhone}`}>
              {displayPhone(order.customerPhone)}
            </a>
          </dd>
        </div>
      ) : null}
      {order.customerEmail ? (
        <div>
          <dt>Email</dt>
          <dd>
            <a className={styles.contact} href={`mailto:${order.customerEmail}`}>
              {order.customerEmail}
            </a>
          </dd>
        </div>
      ) : null}
      <div>
        <dt>Ordered</dt>
        <dd>
          {formatDate(placed, zone)}, {formatTimeOfDay(placed, zone)}
          {order.source === "counter" ? " at the counter" : " online"}
        </dd>
      </div>
      <div>
        <dt>What the customer sees</dt>
        <dd>
          <a className={styles.contact} href={order.trackingPath}>
            Tracking page
          </a>
        </dd>
      </div>
    </dl>
  );
}

import { Link } from "react-router";
import type { StaffOrder } from "@/api/admin-types";
import { displayPhone } from "@/lib/phone";
import { formatDate, formatTimeOfDay } from "@/lib/time";
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
          {order.source === "counter" ? " at the window" : " online"}
        </dd>
      </div>
      <div>
        <dt>What the customer sees</dt>
        <dd>
          <Link className={styles.contact} to={order.trackingPath}>
            Tracking page
          </Link>
        </dd>
      </div>
    </dl>
  );
}

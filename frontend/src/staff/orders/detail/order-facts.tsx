import { useState } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay } from "@/domain/time/time";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { ContactDialog } from "@/ui/contact/contact-dialog";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { useCorrectContact } from "./detail-api";
import styles from "./order-detail.module.css";

/** Who ordered, when, and how to reach them. */
export function OrderFacts({ order, zone }: { order: StaffOrder; zone: string }) {
  const placed = new Date(order.createdAt);
  const when = `${formatDate(placed, zone)}, ${formatTimeOfDay(placed, zone)}`;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{m.staff.ordersDetail.name}</dt>
        <dd>{order.customerName}</dd>
      </div>
      {order.customerPhone ? (
        <div>
          <dt>{m.staff.ordersDetail.phone}</dt>
          <dd>
            <a className={styles.contact} href={`tel:${order.customerPhone}`}>
              {displayPhone(order.customerPhone)}
            </a>
          </dd>
        </div>
      ) : null}
      {order.customerEmail ? (
        <div>
          <dt>{m.staff.ordersDetail.email}</dt>
          <dd>
            <a className={styles.contact} href={`mailto:${order.customerEmail}`}>
              {order.customerEmail}
            </a>
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{m.staff.ordersDetail.ordered}</dt>
        <dd>
          {order.source === "counter"
            ? m.staff.ordersDetail.placedAtTheCounter({ placed: when })
            : m.staff.ordersDetail.placedOnline({ placed: when })}
        </dd>
      </div>
      {order.place ? (
        <div>
          <dt>{m.staff.ordersDetail.pickedUpAt}</dt>
          <dd>{[order.place.name, order.place.address].filter(Boolean).join(", ")}</dd>
        </div>
      ) : null}
      <div>
        <dt>{m.staff.ordersDetail.whatTheCustomerSees}</dt>
        <dd>
          <a className={styles.contact} href={order.trackingPath}>
            {m.staff.ordersDetail.trackingPage}
          </a>
        </dd>
      </div>
    </dl>
  );
}

/** Until the order is over, a phone or email that was typed wrong can be corrected. */
export function ContactCorrection({ order }: { order: StaffOrder }) {
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync } = useCorrectContact(order._id);
  if (order.status === "completed" || order.status === "cancelled") return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {m.staff.ordersDetail.correctContact}
      </Button>
      <ContactDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={m.staff.ordersDetail.correctContact}
        known={{ phone: order.customerPhone ?? "", email: order.customerEmail ?? "" }}
        onSend={async (contact, key) => {
          const { version } = await mutateAsync({ contact, key });
          return version !== order.version;
        }}
        onCorrected={() => {
          setOpen(false);
          showToast({ type: "success", message: m.ui.contact.corrected });
        }}
      />
    </>
  );
}

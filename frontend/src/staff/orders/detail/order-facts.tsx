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
        <dt>{m.common.name}</dt>
        <dd>{order.customerName}</dd>
      </div>
      {order.customerPhone ? (
        <div>
          <dt>{m.common.phone}</dt>
          <dd>
            <a className={styles.contact} href={`tel:${order.customerPhone}`}>
              {displayPhone(order.customerPhone)}
            </a>
          </dd>
        </div>
      ) : null}
      {order.customerEmail ? (
        <div>
          <dt>{m.common.email}</dt>
          <dd>
            <a className={styles.contact} href={`mailto:${order.customerEmail}`}>
              {order.customerEmail}
            </a>
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{m.order.facts.ordered}</dt>
        <dd>
          {order.source === "counter"
            ? m.order.facts.placedAtCounter({ placed: when })
            : m.order.facts.placedOnline({ placed: when })}
        </dd>
      </div>
      {order.place ? (
        <div>
          <dt>{m.order.facts.pickedUp}</dt>
          <dd>{[order.place.name, order.place.address].filter(Boolean).join(", ")}</dd>
        </div>
      ) : null}
      <div>
        <dt>{m.order.facts.customerView}</dt>
        <dd>
          <a className={styles.contact} href={order.trackingPath}>
            {m.order.facts.trackingPage}
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
        {m.order.facts.correctContact}
      </Button>
      <ContactDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={m.order.facts.correctContact}
        known={{ phone: order.customerPhone ?? "", email: order.customerEmail ?? "" }}
        onSend={async (contact, key) => {
          const { version } = await mutateAsync({ contact, key });
          return version !== order.version;
        }}
        onCorrected={() => {
          setOpen(false);
          showToast({ type: "success", message: m.contact.saved });
        }}
      />
    </>
  );
}

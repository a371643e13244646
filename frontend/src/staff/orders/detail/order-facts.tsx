import { useState } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay } from "@/domain/time/time";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { ContactDialog } from "@/ui/contact/contact-dialog";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { useCorrectContact } from "./detail-api";
import styles from "./order-detail.module.css";

/** Who ordered, when, and how to reach them. */
export function OrderFacts({ order, zone }: { order: StaffOrder; zone: string }) {
  const placed = new Date(order.createdAt);
  const when = `${formatDate(placed, zone)}, ${formatTimeOfDay(placed, zone)}`;
  return (
    <Stack as="dl" gap={2} className={styles.facts}>
      <div>
        <Text as="dt" soft size="s">
          {m.common.name}
        </Text>
        <Text as="dd" breaks>
          {order.customerName}
        </Text>
      </div>
      {order.customerPhone ? (
        <div>
          <Text as="dt" soft size="s">
            {m.common.phone}
          </Text>
          <Text as="dd" breaks>
            <Row as="a" inline align="center" oneLine target href={`tel:${order.customerPhone}`}>
              {displayPhone(order.customerPhone)}
            </Row>
          </Text>
        </div>
      ) : null}
      {order.customerEmail ? (
        <div>
          <Text as="dt" soft size="s">
            {m.common.email}
          </Text>
          <Text as="dd" breaks>
            <Row as="a" inline align="center" oneLine target href={`mailto:${order.customerEmail}`}>
              {order.customerEmail}
            </Row>
          </Text>
        </div>
      ) : null}
      <div>
        <Text as="dt" soft size="s">
          {m.order.facts.ordered}
        </Text>
        <Text as="dd" breaks>
          {order.source === "counter"
            ? m.order.facts.placedAtCounter({ placed: when })
            : m.order.facts.placedOnline({ placed: when })}
        </Text>
      </div>
      {order.place ? (
        <div>
          <Text as="dt" soft size="s">
            {m.order.facts.pickedUp}
          </Text>
          <Text as="dd" breaks>
            {[order.place.name, order.place.address].filter(Boolean).join(", ")}
          </Text>
        </div>
      ) : null}
      <div>
        <Text as="dt" soft size="s">
          {m.order.facts.customerView}
        </Text>
        <Text as="dd" breaks>
          <Row as="a" inline align="center" oneLine target href={order.trackingPath}>
            {m.order.facts.trackingPage}
          </Row>
        </Text>
      </div>
    </Stack>
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

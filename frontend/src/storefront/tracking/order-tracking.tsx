import type { LiveState } from "@/domain/live/live";
import { messages as m } from "@/messages";
import { useWebApp } from "@/storefront/layout/use-web-app";
import { TellMe } from "@/storefront/push/tell-me";
import { Receipt } from "@/storefront/ticket/receipt";
import { Notice } from "@/ui/feedback/notice";
import { Stack } from "@/ui/layout";
import type { TrackedOrder } from "./api";
import { ChangeNotice } from "./change/change-notice";
import { Choices } from "./change/choices";
import { ConnectionNote } from "./connection-note";
import { CorrectContact } from "./correct-contact";
import { OrderAgain } from "./order-again";
import { OrderSteps } from "./order-steps";
import { PickupPlace } from "./pickup-place";
import { isOver } from "./status-labels";
import { StatusPanel } from "./status-panel";
import styles from "./tracking.module.css";

interface OrderTrackingProps {
  order: TrackedOrder;
  token: string;
  live: LiveState;
  /** The last question about the order was not answered. */
  offline: boolean;
  busy: boolean;
  onOrderAgain: () => void;
  onNewToken: (token: string) => void;
}

/** The order as it is now, for the person who waits for it; staff and the printed receipt have a link that only shows. */
export function OrderTracking(props: OrderTrackingProps) {
  const { order, token, live, offline, busy, onOrderAgain } = props;
  useWebApp(order.truck, order.isViewOnly ? null : token);
  return (
    <Stack gap={6} centered className={styles.page}>
      <ConnectionNote live={live} offline={offline} timezone={order.truck.timezone} />
      <Stack gap={8} content="start" shrinks className={styles.columns}>
        <Stack gap={8} content="start" shrinks>
          {order.isViewOnly ? <Notice tone="info" title={m.tracking.readOnly} /> : null}
          <ChangeNotice order={order} />
          <StatusPanel order={order} />
          <Choices order={order} token={token} />
          {isOver(order.status) || order.isViewOnly ? null : <TellMe token={token} />}
          <CorrectContact token={token} until={order.contactUntil} onCorrected={props.onNewToken} />
          <OrderSteps order={order} />
        </Stack>
        <Stack gap={8} content="start" shrinks>
          <PickupPlace order={order} />
          <Receipt order={order} />
          <OrderAgain order={order} busy={busy} onOrderAgain={onOrderAgain} />
        </Stack>
      </Stack>
    </Stack>
  );
}

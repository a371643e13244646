import { Link } from "react-router";
import { messages as m } from "@/messages";
import { statusBadges } from "@/staff/shared/order-labels";
import { Text } from "@/ui/layout";
import { stepLabel } from "./step-labels";
import type { TicketProps } from "./ticket-props";
import styles from "./tickets.module.css";

type TicketButtonsProps = Pick<
  TicketProps,
  "order" | "shown" | "next" | "tap" | "onAdvance" | "onUndo" | "onSeen"
>;

/** The big button, and beside it a place of its own for taking back: nothing moves under a finger. */
export function TicketButtons(props: TicketButtonsProps) {
  const { order, shown, next, tap, onAdvance, onSeen } = props;
  const name = m.kitchen.ticket.named({ orderNumber: order.orderNumber });
  if (order.status === "cancelled") {
    return (
      <div className={styles.buttons}>
        <SideButton {...props} />
        <button type="button" className={styles.step} data-step onClick={() => onSeen(order)}>
          {m.kitchen.ticket.takeAway} <span className="visually-hidden">{name}</span>
        </button>
      </div>
    );
  }
  return (
    <div className={styles.buttons}>
      <SideButton {...props} />
      {next ? (
        <button
          type="button"
          className={styles.step}
          data-step
          data-to={next}
          onClick={() => onAdvance(order, shown, next)}
        >
          {stepLabel(next)} <span className="visually-hidden">{name}</span>
        </button>
      ) : (
        <p className={styles.done}>{statusBadges()[shown].label}</p>
      )}
      {tap === "stuck" ? (
        <Text wide tone="danger" weight={700}>
          {m.kitchen.unsaved.trying}
        </Text>
      ) : null}
    </div>
  );
}

function SideButton({ order, tap, onUndo }: TicketButtonsProps) {
  const name = m.kitchen.ticket.named({ orderNumber: order.orderNumber });
  if (tap === "undoable") {
    return (
      <button type="button" className={styles.undo} onClick={() => onUndo(order._id)}>
        {m.common.undo} <span className="visually-hidden">{name}</span>
      </button>
    );
  }
  return (
    <Link to={`/admin/orders/${order._id}`} className={styles.details}>
      {m.common.details}{" "}
      <span className="visually-hidden">{m.kitchen.ticket.ofCustomer({ name })}</span>
    </Link>
  );
}

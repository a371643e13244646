import { useEffect, useRef } from "react";
import type { StaffOrder } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { StatusButtons } from "@/staff/orders/steps/status-and-cancel-buttons";
import { lastChange } from "@/staff/orders/steps/status-change-queue";
import {
  UnsentBar,
  useFocusKept,
  useStatusChanges,
  useSteps,
} from "@/staff/orders/steps/status-changes-and-unsent-bar";
import styles from "./order-detail.module.css";

/** The steps that the server offers now, and Undo after each; nothing for an order that is over. */
export function OrderStepButtons({ order }: { order: StaffOrder }) {
  const { changes, queue } = useStatusChanges(order.truckId);
  const { said, advance, undo } = useSteps(queue, m.orders.steps.announced);
  useEffect(() => queue.look(order), [queue, order]);
  const steps = useRef<HTMLDivElement>(null);
  useFocusKept(steps);
  // The button that was pressed goes, and the focus with it; never to the next one, which a held key would press.
  const keepFocus = () => steps.current?.focus({ preventScroll: true });
  return (
    <>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <UnsentBar changes={changes} onRetry={() => queue.retryNow()} />
      <div ref={steps} tabIndex={-1} className={styles.steps}>
        <StatusButtons
          order={order}
          last={lastChange(changes, order)}
          onAdvance={(...step) => {
            advance(...step);
            keepFocus();
          }}
          onUndo={(orderId) => {
            undo(orderId);
            keepFocus();
          }}
        />
      </div>
    </>
  );
}

import { clockLabel } from "@/domain/orders/estimate";
import { orderZone } from "@/domain/orders/order-zone";
import { presentTime } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";
import type { TrackedOrder } from "@/storefront/tracking/api";
import { Notice } from "@/ui/feedback/notice";
import styles from "./change.module.css";

type Change = NonNullable<TrackedOrder["change"]>;

/** The last change of plan: what was, what is now, and what the truck says about it. Spoken when it comes. */
export function ChangeNotice({ order }: { order: TrackedOrder }) {
  const { change } = order;
  return (
    <div aria-live="polite" className={styles.news}>
      {change ? (
        <Notice tone="warning" title={titleOf(change)} headingLevel="h2">
          <Turn change={change} order={order} />
          {change.sentence ? <p className={styles.sentence}>“{change.sentence}”</p> : null}
        </Notice>
      ) : null}
    </div>
  );
}

function titleOf({ kind, minutes }: Change): string {
  switch (kind) {
    case "late":
      return m.storefront.trackingChange.runsLate({ minutes: minutes ?? 0 });
    case "moved":
      return m.storefront.trackingChange.hasMoved;
    case "ends_early":
      return m.storefront.trackingChange.endsEarly;
    case "stop_cancelled":
      return m.storefront.trackingChange.isCancelled;
  }
}

/** The old time or place, struck through, and the new one. */
function Turn({ change, order }: { change: Change; order: TrackedOrder }) {
  const before = change.kind === "late" ? timeOf(change.previousTime, order) : change.previousPlace;
  const after =
    change.kind === "late"
      ? timeOf(order.slotAt ?? order.estimatedPickupTime ?? order.pickupTime, order)
      : (order.place?.name ?? null);
  const isCalledOff = change.kind === "ends_early" || change.kind === "stop_cancelled";
  if (isCalledOff || after === null) return null;
  return (
    <p className={styles.turn}>
      {before ? (
        <s>
          <span className="visually-hidden">{m.storefront.trackingChange.before} </span>
          {before}
        </s>
      ) : null}{" "}
      <strong>
        <span className="visually-hidden">{m.storefront.trackingChange.now} </span>
        {after}
      </strong>
    </p>
  );
}

function timeOf(text: string | null, order: TrackedOrder): string | null {
  const instant = parseInstant(text);
  return instant && clockLabel(instant, orderZone(order), presentTime());
}

import { presentTime } from "@/domain/time/server-clock";
import { clockLabel } from "@/domain/time/time-words";
import { orderZone, parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { MapLink } from "@/storefront/directions/map-link";
import { Notice } from "@/ui/feedback/notice";
import { PinIcon } from "@/ui/icons/first-page-icons";
import { Row, Text } from "@/ui/layout";
import type { TrackedOrder } from "./api";
import { isOver } from "./status-labels";
import styles from "./tracking.module.css";

type Change = NonNullable<TrackedOrder["change"]>;

/** The last change of plan: what was, what is now, and what the truck says about it. Spoken when it comes. */
export function ChangeNotice({ order }: { order: TrackedOrder }) {
  // A new time or place is of no use once the order is over; a cancellation says why it is.
  const isNews = !isOver(order.status) || isCalledOff(order.change);
  const change = isNews ? order.change : null;
  return (
    <div aria-live="polite" className={styles.news}>
      {change ? (
        <Notice tone="warning" title={titleOfChange(change)} headingLevel="h2">
          <Turn change={change} order={order} />
          {change.kind === "moved" ? <NewPlace order={order} /> : null}
          {change.sentence ? <Text breaks>“{change.sentence}”</Text> : null}
        </Notice>
      ) : null}
    </div>
  );
}

function titleOfChange({ kind, minutes }: Change): string {
  switch (kind) {
    case "late":
      return m.change.notice.late({ minutes: minutes ?? 0 });
    case "moved":
      return m.change.notice.moved;
    case "ends_early":
      return m.change.notice.endsEarly;
    case "stop_cancelled":
      return m.change.notice.cancelled;
  }
}

/** The old time or place, struck through, and the new one. */
function Turn({ change, order }: { change: Change; order: TrackedOrder }) {
  const before = change.kind === "late" ? timeOf(change.previousTime, order) : change.previousPlace;
  const after =
    change.kind === "late"
      ? timeOf(order.slotAt ?? order.estimatedPickupTime ?? order.pickupTime, order)
      : (order.place?.name ?? null);
  if (isCalledOff(change) || after === null) return null;
  return (
    <Row as="p" gap={3} rowGap={0} align="baseline" size="l" breaks>
      {before ? (
        <s>
          <span className="visually-hidden">{m.change.notice.before} </span>
          {before}
        </s>
      ) : null}{" "}
      <Text as="strong" size="2xl" weight={800} face="display">
        <span className="visually-hidden">{m.change.notice.now} </span>
        {after}
      </Text>
    </Row>
  );
}

/** Where the truck is now: a customer who waits at the old place needs the street and the map first. */
function NewPlace({ order: { place, stop } }: { order: TrackedOrder }) {
  if (!place) return null;
  const known = stop?.place.name === place.name ? stop.place : null;
  return (
    <>
      {place.address ? <Text breaks>{place.address}</Text> : null}
      <p>
        <MapLink place={known ?? { ...place, latitude: null, longitude: null }}>
          <PinIcon size={18} /> {m.tracking.place.map}
        </MapLink>
      </p>
    </>
  );
}

function isCalledOff(change: Change | null): boolean {
  return change?.kind === "ends_early" || change?.kind === "stop_cancelled";
}

function timeOf(text: string | null, order: TrackedOrder): string | null {
  const instant = parseInstant(text);
  return instant && clockLabel(instant, orderZone(order), presentTime());
}

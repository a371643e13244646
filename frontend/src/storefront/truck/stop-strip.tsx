import type { ReactNode } from "react";
import type { Truck } from "@/domain/api/public-types";
import { lastOrderAt, nextChange, opensAt, type Stop } from "@/domain/schedule/current-stops";
import { timeAt } from "@/domain/schedule/schedule-words";
import { formatDay } from "@/domain/time/date-words";
import { messages as m } from "@/messages";
import { MapLink } from "@/storefront/directions/map-link";
import { Button } from "@/ui/controls/button";
import { PinIcon } from "@/ui/icons/first-page-icons";
import { Row, Stack, Text } from "@/ui/layout";
import { ComingStops } from "./coming-stops";
import styles from "./truck.module.css";
import type { OrderingStop } from "./use-chosen-stop";

interface StopStripProps {
  truck: Truck;
  order: OrderingStop;
  now: Date;
  /** Stands first: whether it is open. */
  children: ReactNode;
}

/** Where a truck that moves is or will be next, until when, and what else to know before going there. */
export function StopStrip({ truck, order, now, children }: StopStripProps) {
  const { schedule, isChosen, choose } = order;
  const { current, next } = schedule;
  const stop = current ?? next;
  return (
    <Stack as="section" gap={1} aria-label={m.truck.stop.title}>
      {children}
      {stop ? <StopFacts stop={stop} isHere={stop === current} now={now} /> : null}
      {isChosen ? (
        <ChosenStop stop={schedule.ordering} closed={order.closed} onForget={() => choose(null)} />
      ) : null}
      <ComingStops
        slug={truck.slug}
        changesAt={nextChange(schedule, now)}
        now={now}
        ordering={schedule.ordering}
        onChoose={truck.acceptingOrders === false ? null : choose}
      />
    </Stack>
  );
}

function StopFacts({ stop, isHere, now }: { stop: Stop; isHere: boolean; now: Date }) {
  const { name, address, directions } = stop.place;
  const lastOrder = lastOrderAt(stop);
  return (
    <Stack gap={1} breaks>
      <Row gap={3} rowGap={1} align="center" justify="between">
        <div>
          <Text weight={750}>{name}</Text>
          {address ? <p>{address}</p> : null}
        </div>
        <MapLink place={stop.place}>
          <PinIcon size={18} /> {m.common.directions}
        </MapLink>
      </Row>
      {directions ? <Text soft>{directions}</Text> : null}
      {stop.bookedOut ? (
        <Text tone="warning" weight={650}>
          {m.ordering.bookedOut}
        </Text>
      ) : null}
      {isHere && now < lastOrder && !stop.bookedOut ? (
        <Text soft>{m.truck.stop.lastOrders({ time: timeAt(lastOrder, stop) })}</Text>
      ) : null}
      {stop.delayMinutes > 0 ? (
        <Text tone="warning" weight={650}>
          {m.truck.change.late({ minutes: stop.delayMinutes })}
        </Text>
      ) : null}
      {stop.note ? <Text weight={650}>{stop.note}</Text> : null}
    </Stack>
  );
}

interface ChosenStopProps {
  /** Null when it takes no orders any more, or before it has loaded. */
  stop: Stop | null;
  /** Why nothing can be ordered then. */
  closed: string | null;
  onForget: () => void;
}

/** Which stop the customer has chosen to order for, with the way back to the next one. */
function ChosenStop({ stop, closed, onForget }: ChosenStopProps) {
  return (
    <Row gap={3} align="center" wide paddingTop={4} lineAbove>
      <p role="status" className={styles.text}>
        {stop
          ? m.truck.stops.orderingFor({
              day: formatDay(opensAt(stop), stop.place.timezone),
              time: timeAt(opensAt(stop), stop),
              place: stop.place.name,
            })
          : closed}
      </p>
      <Button onClick={onForget}>{m.truck.stops.orderNext}</Button>
    </Row>
  );
}

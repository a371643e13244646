import { apiBaseUrl } from "@/domain/api/transport/base-url";
import type { Truck } from "@/domain/api/types";
import { nextChange } from "@/domain/schedule/next-change";
import { lastOrderAt, type Stop } from "@/domain/schedule/present-schedule";
import { scheduleBadge, timeAt } from "@/domain/schedule/schedule-words";
import { messages as m } from "@/messages";
import { MapLink } from "@/storefront/directions/map-link";
import styles from "@/storefront/truck/truck.module.css";
import { Badge } from "@/ui/content/badge";
import { ExternalLink } from "@/ui/content/external-link";
import { PinIcon } from "@/ui/icons/icons";
import { CalendarIcon } from "@/ui/icons/order-icons";
import { Row, Stack, Text } from "@/ui/layout";
import { ChosenStop } from "./chosen-stop";
import { ComingStops } from "./coming-stops";
import type { OrderingStop } from "./use-ordering-stop";

interface StopStripProps {
  truck: Truck;
  order: OrderingStop;
  now: Date;
}

/** Where a truck that moves is or will be next, until when, and what else to know before going there. */
export function StopStrip({ truck, order, now }: StopStripProps) {
  const { schedule, isChosen, choose } = order;
  const { current, next } = schedule;
  const stop = current ?? next;
  const badge = scheduleBadge(truck, now);
  return (
    <section aria-label={m.truck.stop.title} className={styles.strip}>
      <p role="status">
        <Badge tone={badge.isOpen ? "highlight" : "neutral"}>{badge.text}</Badge>
      </p>
      {stop ? <StopFacts stop={stop} isHere={stop === current} now={now} /> : null}
      <Row gap={3}>
        {stop ? (
          <MapLink place={stop.place}>
            <PinIcon size={18} /> {m.common.directions}
          </MapLink>
        ) : null}
        <ExternalLink href={`${apiBaseUrl()}/trucks/${truck.slug}/stops.ics`}>
          <CalendarIcon size={18} /> {m.truck.stop.calendar}
        </ExternalLink>
      </Row>
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
    </section>
  );
}

function StopFacts({ stop, isHere, now }: { stop: Stop; isHere: boolean; now: Date }) {
  const { name, address, directions } = stop.place;
  const lastOrder = lastOrderAt(stop);
  return (
    <Stack gap={1} breaks>
      <Text size="l" weight={750}>
        {name}
      </Text>
      {address ? <p>{address}</p> : null}
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

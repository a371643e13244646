import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import type { Truck } from "@/domain/api/public-types";
import {
  closesAt,
  lastOrderAt,
  nextChange,
  opensAt,
  type PresentSchedule,
  type Stop,
  takesOrders,
} from "@/domain/schedule/current-stops";
import { timeAt } from "@/domain/schedule/schedule-words";
import { formatDay } from "@/domain/time/time-words";
import { dayInZone } from "@/domain/time/wall-clock";
import { comingStopsQuery } from "@/domain/trucks/public-truck-queries";
import { messages as m } from "@/messages";
import { MapLink } from "@/storefront/directions/map-link";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Spinner } from "@/ui/feedback/spinner";
import { PinIcon } from "@/ui/icons/first-page-icons";
import { Box, Row, Stack, Text } from "@/ui/layout";
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

interface ComingStopsProps {
  slug: string;
  /** The instant from which the list reads differently; another one has it read again. */
  changesAt: string | null;
  now: Date;
  /** The stop that an order is for now. */
  ordering: Stop | null;
  /** Null while the truck takes no orders at all. */
  onChoose: ((stop: Stop) => void) | null;
}

/** The stops of the next seven days, folded away until they are asked for. Those that take orders can be chosen. */
export function ComingStops(props: ComingStopsProps) {
  const [isOpen, setOpen] = useState(false);
  const fold = useRef<HTMLDetailsElement>(null);
  // The server draws it, so that it may have been opened before anything here could hear of it.
  useEffect(() => setOpen(fold.current?.open === true), []);
  return (
    <Box as="details" wide ref={fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Text as="summary" target paddingBlock={2} weight={650} className={styles.summary}>
        {m.truck.stops.title}
      </Text>
      {isOpen ? <StopList {...props} /> : null}
    </Box>
  );
}

function StopList({ slug, changesAt, now, ordering, onChoose }: ComingStopsProps) {
  const { data: stops, error, refetch } = useQuery(comingStopsQuery(slug, changesAt));
  if (error && !stops) {
    return (
      <Stack gap={3} items="start">
        <p role="alert">{errorMessage(error)}</p>
        <Button onClick={() => void refetch()}>{m.common.tryAgain}</Button>
      </Stack>
    );
  }
  if (!stops) return <Spinner label={m.truck.stops.loading} showLabel />;
  if (stops.length === 0) return <p>{m.truck.stops.empty}</p>;
  return (
    <Stack as="ul" gap={4} paddingTop={2}>
      {stops.map((stop) => (
        <StopRow key={stop._id} stop={stop}>
          {onChoose && takesOrders(stop, now) ? (
            <StopChoice stop={stop} isChosen={stop._id === ordering?._id} onChoose={onChoose} />
          ) : null}
        </StopRow>
      ))}
    </Stack>
  );
}

interface StopChoiceProps {
  stop: Stop;
  isChosen: boolean;
  onChoose: (stop: Stop) => void;
}

function StopChoice({ stop, isChosen, onChoose }: StopChoiceProps) {
  const day = formatDay(opensAt(stop), stop.place.timezone);
  return (
    <Button className={styles.choose} disabled={isChosen} onClick={() => onChoose(stop)}>
      {isChosen ? m.truck.stops.ordering : m.truck.stops.order}
      <span className="visually-hidden">
        : {day}, {stop.place.name}
      </span>
    </Button>
  );
}

function StopRow({ stop, children }: { stop: Stop; children: ReactNode }) {
  const isCancelled = stop.status === "cancelled";
  const { name, address, timezone } = stop.place;
  return (
    <Stack as="li" gap={6} rowGap={1} paddingTop={4} lineAbove breaks className={styles.stop}>
      <Text weight={750}>{formatDay(opensAt(stop), timezone)}</Text>
      <div>
        <Text weight={650} className={classNames(isCancelled && styles.cancelled)}>
          {m.common.hoursFromTo({
            from: timeAt(opensAt(stop), stop),
            to: timeAt(closesAt(stop), stop),
          })}
        </Text>
        {isCancelled ? (
          <Text tone="warning" weight={650}>
            {m.common.orderCancelled}
          </Text>
        ) : null}
        {stop.change?.sentence ? <Text soft>{`“${stop.change.sentence}”`}</Text> : null}
        <p>{[name, address].filter(Boolean).join(", ")}</p>
        {stop.bookedOut ? (
          <Text tone="warning" weight={650}>
            {m.ordering.bookedOut}
          </Text>
        ) : null}
        {stop.note ? <Text soft>{stop.note}</Text> : null}
        {children}
      </div>
    </Stack>
  );
}

type Change = NonNullable<Stop["change"]>;

interface ChangeBannerProps {
  slug: string;
  schedule: PresentSchedule;
  now: Date;
}

/** The change of plan of the stop that the page is about, or of one today that was called off. */
export function ChangeBanner({ slug, schedule, now }: ChangeBannerProps) {
  const shown = schedule.current ?? schedule.next;
  // The schedule of a truck leaves out what is cancelled; only the list of its stops has it.
  const coming = useQuery({
    ...comingStopsQuery(slug, nextChange(schedule, now)),
    enabled: schedule.isMoving && schedule.current === null,
  });
  const calledOff = schedule.current
    ? undefined
    : coming.data?.find((stop) => stop.status === "cancelled" && isToday(stop, now));
  const stop = calledOff ?? shown;
  const change = stop?.change;
  return (
    <div aria-live="polite">
      {stop && change ? (
        <Text as="div" marginBottom={4} breaks>
          <Notice tone="warning" title={titleOf(change, stop)}>
            {change.sentence ? `“${change.sentence}”` : null}
          </Notice>
        </Text>
      ) : null}
    </div>
  );
}

function titleOf({ kind }: Change, stop: Stop): string {
  const { name } = stop.place;
  switch (kind) {
    case "late":
      return m.truck.change.late({ minutes: stop.delayMinutes });
    case "moved":
      return m.truck.change.moved({ place: name });
    case "ends_early":
      return m.truck.change.endsEarly({ time: timeAt(closesAt(stop), stop) });
    case "cancelled":
      return m.truck.change.cancelled({ place: name });
  }
}

function isToday({ startsAt, place }: Stop, now: Date): boolean {
  return dayInZone(new Date(startsAt), place.timezone) === dayInZone(now, place.timezone);
}

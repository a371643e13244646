import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { errorMessage } from "@/domain/api/errors";
import { type LiveState, useLiveStream } from "@/domain/live/use-live-stream";
import { trackedOrderKey } from "@/domain/query-keys";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel, formatTimeOfDay } from "@/domain/time/time-words";
import { orderZone, parseInstant } from "@/domain/time/wall-clock";
import { cityOf } from "@/domain/trucks/city-and-distance";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { MapLink } from "@/storefront/directions/map-link";
import { useTruckHue, useTruckManifest } from "@/storefront/layout/use-truck-manifest-and-hue";
import { orderPath, truckPath } from "@/storefront/page-paths";
import { PushSwitches } from "@/storefront/push/push-switches-and-devices";
import { Receipt } from "@/storefront/ticket/ticket-and-receipt";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ButtonLink, ExternalLink } from "@/ui/controls/button";
import { EmptyState, ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Notice } from "@/ui/feedback/notice";
import { Skeleton } from "@/ui/feedback/skeletons";
import { PhoneIcon } from "@/ui/icons/common-icons";
import { PinIcon } from "@/ui/icons/first-page-icons";
import { Row, Stack, Text } from "@/ui/layout";
import { isOrderMissing, type TrackedOrder, trackedOrderQuery, trackingStream } from "./api";
import { CorrectContact } from "./correct-contact";
import { MoveOrCancel } from "./move-or-cancel";
import { OrderAgain, useOrderAgain } from "./order-again";
import { OrderSteps, StatusPanel } from "./order-status";
import { isOver, titleOf } from "./status-and-payment-words";
import styles from "./tracking.module.css";

export function TrackingPage({ slug, token }: { slug: string; token: string }) {
  const { query, live } = useTrackedOrder(token);
  const { isBusy, refill } = useOrderAgain();
  const { data: order, error } = query;
  const missing = isOrderMissing(error);
  useTruckHue(order?.truck ?? { slug });
  useDocumentTitle(titleOfPage(order, missing));
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const truckSlug = order?.truck.slug ?? slug;
  if (truckSlug !== slug) return <Redirect to={orderPath(truckSlug, token)} replace />;

  function handleNewToken(next: string): void {
    client.setQueryData(trackedOrderKey(next), order);
    navigate(orderPath(truckSlug, next), { replace: true });
  }

  return (
    <>
      {/* The address is a secret: it is not indexed, and no other site is told. */}
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {order ? (
        <OrderTracking
          order={order}
          token={token}
          live={live}
          offline={query.isError}
          busy={isBusy}
          onOrderAgain={() => refill(order)}
          onNewToken={handleNewToken}
        />
      ) : null}
      {!order && missing ? <OrderNotFound slug={slug} /> : null}
      {!order && error && !missing ? (
        <TrackingFailed error={error} onRetry={() => query.refetch()} />
      ) : null}
      {query.isPending ? <TrackingSkeleton /> : null}
    </>
  );
}

function titleOfPage(order: TrackedOrder | undefined, missing: boolean): string {
  if (order) return titleOf(order);
  return missing ? m.tracking.missing.title : m.common.yourOrder;
}

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
function OrderTracking(props: OrderTrackingProps) {
  const { order, token, live, offline, busy, onOrderAgain } = props;
  useTruckManifest(order.truck, order.isViewOnly ? null : token);
  return (
    <Stack gap={6} centered className={styles.page}>
      <ConnectionNote live={live} offline={offline} timezone={order.truck.timezone} />
      <Stack columns="fill" gap={8} content="start" shrinks className={styles.columns}>
        <Stack gap={8} content="start" shrinks>
          {order.isViewOnly ? <Notice tone="info" title={m.tracking.readOnly} /> : null}
          <ChangeNotice order={order} />
          <StatusPanel order={order} />
          <OrderSteps order={order} />
          <PickupPlace order={order} />
          <MoveOrCancel order={order} token={token} />
          {isOver(order.status) || order.isViewOnly ? null : <PushSwitches token={token} />}
          <CorrectContact token={token} until={order.contactUntil} onCorrected={props.onNewToken} />
        </Stack>
        <Stack gap={8} content="start" shrinks>
          <Receipt order={order} />
          <OrderAgain order={order} busy={busy} onOrderAgain={onOrderAgain} />
        </Stack>
      </Stack>
    </Stack>
  );
}

/** Where the food waits, and how to reach the truck. No food waits for a cancelled order. */
function PickupPlace({
  order: { status, truck, place: orderPlace, stop },
}: {
  order: TrackedOrder;
}) {
  const stopPlace = stop?.place ?? orderPlace;
  const place = stopPlace
    ? [stopPlace.name, stopPlace.address].filter(Boolean).join(", ")
    : cityOf(truck);
  const name = stopPlace ? stopPlace.name : truck.name;
  const address = stopPlace ? stopPlace.address : place;
  const isWaitedFor = status !== "cancelled";
  return (
    <Stack as="section" gap={3} aria-labelledby="pickup-place">
      <Text as="h2" size="l" id="pickup-place">
        {isWaitedFor ? m.tracking.place.title : m.tracking.place.questions}
      </Text>
      <Stack as="p" weight={650} className={styles.truck}>
        {truck.isActive ? <Link to={truckPath(truck.slug)}>{truck.name}</Link> : truck.name}
        {place && isWaitedFor ? (
          <Text as="span" weight={400}>
            {place}
          </Text>
        ) : null}
      </Stack>
      {isWaitedFor && stop?.place.directions ? <p>{stop.place.directions}</p> : null}
      <Row as="ul" gap={3}>
        {isWaitedFor && place ? (
          <li>
            <MapLink place={stop?.place ?? { name, address, latitude: null, longitude: null }}>
              <PinIcon size={18} /> {m.tracking.place.map}
            </MapLink>
          </li>
        ) : null}
        {truck.phone ? (
          <li>
            <ExternalLink href={`tel:${truck.phone}`}>
              <PhoneIcon size={18} /> {m.tracking.place.call({ phone: displayPhone(truck.phone) })}
            </ExternalLink>
          </li>
        ) : null}
      </Row>
    </Stack>
  );
}

interface ConnectionNoteProps {
  live: LiveState;
  /** Asking has failed as well. */
  offline: boolean;
  timezone: string;
}

/** Said while the screen does not hear at once what the kitchen does. */
function ConnectionNote({ live, offline, timezone }: ConnectionNoteProps) {
  const lost = live.state === "lost" ? live.lostSince : null;
  if (lost === null) return null;
  const title = m.tracking.connection.lostSince({
    time: formatTimeOfDay(new Date(lost), timezone),
  });
  return (
    <Notice tone="warning" title={title} role="status">
      {offline ? m.tracking.connection.stale : m.tracking.connection.polling}
    </Notice>
  );
}

function TrackingSkeleton() {
  return (
    <Stack gap={6} centered role="status" className={styles.page}>
      <span className="visually-hidden">{m.tracking.loading}</span>
      <Skeleton height="22rem" />
      <Skeleton height="16rem" />
    </Stack>
  );
}

function OrderNotFound({ slug }: { slug: string }) {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.tracking.missing.title}
      description={m.tracking.missing.hint}
      action={<ButtonLink to={truckPath(slug)}>{m.common.backToMenu}</ButtonLink>}
    />
  );
}

function TrackingFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState
      headingLevel="h1"
      title={m.tracking.failed}
      description={errorMessage(error)}
      onRetry={onRetry}
    />
  );
}

/** Polling interval while the event stream is down. */
const ASK_AGAIN_MS = 15_000;

/** The order of a token as it is now: from the event stream, polled while that is down. */
function useTrackedOrder(token: string): {
  query: UseQueryResult<TrackedOrder>;
  live: LiveState;
} {
  const query = useQuery({ ...trackedOrderQuery(token), refetchOnWindowFocus: true });
  const order = query.data;
  // Until it is over, the title of a tab in the background says when it is ready.
  const pauseWhenHidden = order !== undefined && isOver(order.status);
  const live = useLiveStream(order ? { ...trackingStream(token), pauseWhenHidden } : null);
  useInterval(order && live.state !== "live" ? query.refetch : null);
  return { query, live };
}

function useInterval(ask: (() => unknown) | null): void {
  useEffect(() => {
    if (!ask) return;
    const timer = setInterval(ask, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [ask]);
}

type Change = NonNullable<TrackedOrder["change"]>;

/** The last change of plan: what was, what is now, and what the truck says about it. Spoken when it comes. */
function ChangeNotice({ order }: { order: TrackedOrder }) {
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

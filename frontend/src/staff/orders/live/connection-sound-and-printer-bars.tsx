import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type SyntheticEvent, useEffect, useState } from "react";
import { isUnreachable } from "@/domain/api/errors";
import type { StaffTruck } from "@/domain/api/staff-types";
import type { LiveState } from "@/domain/live/use-live-stream";
import {
  useIsLost,
  useUnreadable,
  useUnsent,
  useUnsentStore,
} from "@/domain/offline/unsent-orders";
import { presentSchedule } from "@/domain/schedule/current-stops";
import { serverNow } from "@/domain/time/server-clock";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import { type Printer, printersQuery } from "@/staff/devices/api";
import { staffTruckQuery } from "@/staff/trucks/api";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded, type LoadedProps } from "@/ui/feedback/loaded";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { Row } from "@/ui/layout";
import { useSound } from "./alarm";

const UnsentDrawer = lazy(async () => ({
  default: (await import("@/staff/orders/unsent/unsent-drawer-and-order-page")).UnsentDrawer,
}));

interface ConnectionBarsProps {
  truckId: string;
  live: LiveState;
  /** The truck's time zone. */
  zone: string;
}

/** Whether the server is there, and which orders are on this device only. */
export function ConnectionBars({ truckId, live, zone }: ConnectionBarsProps) {
  const orders = useUnsent(truckId);
  const unreadable = useUnreadable(truckId);
  const isPersistent = useUnsentStore((state) => state.isPersistent);
  const lostSince = useLostSince(live);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const waiting = orders.filter(({ refusal }) => refusal === null).length;
  const refused = orders.length - waiting;
  const show = <Button onClick={() => setOpen(true)}>{m.unsent.show}</Button>;
  return (
    <>
      {/* One bar, so that a press on its button is not lost when the server goes or comes meanwhile. */}
      {lostSince !== null || waiting > 0 ? (
        <NoticeBar
          tone={lostSince === null ? "info" : "danger"}
          role={lostSince === null ? "status" : "alert"}
          action={waiting > 0 ? show : undefined}
        >
          {lostSince === null
            ? m.unsent.sending({ count: waiting })
            : lostWords(lostSince, zone, waiting)}
        </NoticeBar>
      ) : null}
      {refused > 0 ? (
        <NoticeBar tone="warning" role="alert" action={show}>
          {m.unsent.needsYou({ count: refused })}
        </NoticeBar>
      ) : null}
      {unreadable.length > 0 ? (
        <NoticeBar tone="warning" role="alert" action={show}>
          {m.unsent.unreadable({ count: unreadable.length })}
        </NoticeBar>
      ) : null}
      {waiting > 0 && isPersistent === false ? (
        <NoticeBar tone="warning">{m.unsent.notPersistent}</NoticeBar>
      ) : null}
      {isOpen === null ? null : (
        <Suspense>
          <UnsentDrawer truckId={truckId} zone={zone} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

/**
 * As `Loaded`, below the bars: while the server is lost, they have said why something is old, and what this device does not
 * know is no failure.
 */
export function LiveLoaded<Data>({ stale, ...props }: LoadedProps<Data>) {
  const { data, error, refetch } = props.query;
  const isTold = useIsLost() && isUnreachable(error);
  if (!isTold) return <Loaded {...props} {...(stale ? { stale } : {})} />;
  if (data !== undefined) return <Loaded {...props} />;
  return (
    <EmptyState
      headingLevel={props.headingLevel ?? "h2"}
      title={m.unsent.notHere.title}
      description={m.unsent.notHere.hint}
      action={<Button onClick={() => void refetch()}>{m.common.tryAgain}</Button>}
    />
  );
}

/** When the server was last heard (ms of the device's clock) while it is not there; a request that failed says so first. */
function useLostSince(live: LiveState): number | null {
  const failedSince = useUnsentStore((state) => state.lostSince);
  const { state, lostSince } = live;
  useEffect(() => {
    if (state === "live") useUnsentStore.setState({ lostSince: null });
  }, [state]);
  useEffect(() => {
    if (state !== "lost" || lostSince === null) return;
    // A stream that never opened has heard the server last when its page began.
    useUnsentStore.setState(({ lostSince: known }) => ({ lostSince: known ?? lostSince }));
  }, [state, lostSince]);
  return failedSince ?? (state === "lost" ? lostSince : null);
}

function lostWords(lostSince: number, zone: string, count: number): string {
  const time = formatTimeOfDay(new Date(lostSince + serverNow() - Date.now()), zone);
  return count > 0 ? m.unsent.onlyHere({ time, count }) : m.orders.live.lost({ time });
}

interface LiveBarsProps {
  truckId: string;
  live: LiveState;
  /** The truck's time zone. */
  zone: string;
}

/** What a screen of live orders cannot do just now: tell what is new, or make itself heard. */
export function LiveBars(props: LiveBarsProps) {
  return (
    <>
      <ConnectionBars {...props} />
      <SoundBar />
    </>
  );
}

interface PrinterBarsProps {
  truck: Pick<StaffTruck, "_id" | "timezone" | "scheduleMode">;
  hasOrders: boolean;
  /** Polling interval in milliseconds. */
  every: number | false;
}

/** Which printers print nothing just now. It is no news while no stop is open and no order is. */
export function PrinterBars({ truck, hasOrders, every }: PrinterBarsProps) {
  const { _id, timezone, scheduleMode } = truck;
  const { data = [] } = useQuery({ ...printersQuery(_id), refetchInterval: every });
  const broken = data.filter(({ state }) => state !== "new" && state !== "ready");
  const isAsked = broken.length > 0 && !hasOrders && scheduleMode === "stops";
  // The list of trucks comes without their stops.
  const { data: whole } = useQuery(staffTruckQuery(isAsked ? _id : ""));
  const now = useNow();
  const isOpen = whole !== undefined && presentSchedule(whole, now).current !== null;
  if (!hasOrders && !isOpen) return null;
  return broken.map((printer) => (
    <NoticeBar
      key={printer._id}
      tone="warning"
      action={<ButtonLink to="/admin/devices">{m.shell.places.devices}</ButtonLink>}
    >
      {troubleOf(printer, timezone)}
    </NoticeBar>
  ));
}

function troubleOf({ label: name, state, lastSeenAt }: Printer, zone: string): string {
  if (state === "paper_out" || state === "cover_open") return m.printers[state]({ name });
  // A printer that never asked is new and not silent.
  const time = formatTimeOfDay(new Date(lastSeenAt ?? 0), zone);
  return m.printers.silent({ name, time });
}

export function SoundBar() {
  const { isMuted, turnOn } = useSound();
  if (!isMuted) return null;
  return (
    <NoticeBar
      tone="warning"
      action={
        // A key pressed elsewhere turns the sound on in silence; here it would take the button away before its click.
        <Button onClick={turnOn} onKeyDown={keepToItself}>
          {m.orders.live.soundOn}
        </Button>
      }
    >
      {m.orders.live.soundOff}
    </NoticeBar>
  );
}

/** Whether new orders can be heard, in a menu; the bar is for when one came that was not. */
export function SoundLine() {
  const { isMuted, turnOn } = useSound();
  return (
    <Row gap={3} align="center" justify="between">
      <p>{isMuted ? m.orders.live.soundOff : m.orders.live.soundIsOn}</p>
      <Button onClick={turnOn}>{isMuted ? m.orders.live.soundOn : m.orders.live.soundTry}</Button>
    </Row>
  );
}

function keepToItself(event: SyntheticEvent): void {
  event.stopPropagation();
}

import { lazy, Suspense, useEffect, useState } from "react";
import { isUnreachable } from "@/domain/api/errors";
import type { LiveState } from "@/domain/live/use-live-stream";
import {
  useIsLost,
  useUnreadable,
  useUnsent,
  useUnsentStore,
} from "@/domain/offline/unsent-orders";
import { serverNow } from "@/domain/time/server-clock";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded, type LoadedProps } from "@/ui/feedback/loaded";
import { NoticeBar } from "@/ui/feedback/notice-bar";

const UnsentDrawer = lazy(async () => ({
  default: (await import("@/staff/orders/unsent/unsent-drawer")).UnsentDrawer,
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
      {lostSince !== null ? (
        <NoticeBar tone="danger" role="alert" action={waiting > 0 ? show : undefined}>
          {lostWords(lostSince, zone, waiting)}
        </NoticeBar>
      ) : null}
      {lostSince === null && waiting > 0 ? (
        <NoticeBar tone="info" action={show}>
          {m.unsent.sending({ count: waiting })}
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

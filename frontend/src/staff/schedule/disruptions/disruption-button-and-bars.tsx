/**
 * A disruption is a change of plan at a stop: late, moved, ends early, cancelled. Here are its button and its bars over
 * the orders; `disruption-drawer-and-progress.tsx` leads through it.
 */

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck } from "@/domain/api/staff-types";
import type { Stop } from "@/domain/schedule/current-stops";
import { stored, TEXT } from "@/domain/stored";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { usePresentStop } from "@/staff/schedule/api";
import { Button } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { Stack } from "@/ui/layout";
import { type Disruption, isActive, type Kind, unfinishedQuery } from "./api";
import { DisruptionDrawer } from "./disruption-drawer-and-progress";

/** The button for a bad day, for the stop that staff work for now. `kind` is chosen already. */
export function DisruptionButton({ truck, kind }: { truck: StaffTruck; kind?: Kind }) {
  const present = usePresentStop(truck);
  const shown = useShownStop();
  if (present === null && shown.stopId === null) return null;
  return (
    <>
      {present ? (
        <Button aria-haspopup="dialog" onClick={() => shown.show(present._id)}>
          {kind === "late" ? m.plan.kinds.late : m.plan.title}
        </Button>
      ) : null}
      <ShownDisruption truckId={truck._id} present={present} kind={kind} {...shown} />
    </>
  );
}

/**
 * How far the changes of plan of the truck are: a stop that was cancelled keeps its bar until all of its customers
 * know.
 */
export function DisruptionBars({ truck }: { truck: StaffTruck }) {
  const present = usePresentStop(truck);
  const shown = useShownStop();
  const isMoving = truck.scheduleMode === "stops";
  const unfinished = useQuery(unfinishedQuery(isMoving ? truck._id : null)).data ?? [];
  const { isClosed, closeLists } = useClosedLists(truck._id);
  const bars = newestOfStops(unfinished).filter((one) => isActive(one) || !isClosed(one._id));
  if (bars.length === 0 && shown.stopId === null) return null;
  return (
    <Stack gap={3} marginBottom={4}>
      {bars.map((one) => (
        <DisruptionBar key={one.stopId} disruption={one} onShow={() => shown.show(one.stopId)} />
      ))}
      <ShownDisruption
        truckId={truck._id}
        present={present}
        onCloseList={() => closeLists(unfinished.filter((one) => one.stopId === shown.stopId))}
        {...shown}
      />
    </Stack>
  );
}

interface ShownDisruptionProps extends ReturnType<typeof useShownStop> {
  truckId: string;
  present: Stop | null;
  kind?: Kind | undefined;
  onCloseList?: () => void;
}

function ShownDisruption({ stopId, isOpen, show, close, present, ...props }: ShownDisruptionProps) {
  if (stopId === null) return null;
  return (
    <DisruptionDrawer
      {...props}
      stopId={stopId}
      stop={stopId === present?._id ? present : null}
      open={isOpen}
      onOpenChange={(open) => (open ? show(stopId) : close())}
    />
  );
}

/** The stop of the drawer, which keeps it while it closes. */
function useShownStop() {
  const [stopId, setStopId] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    stopId,
    isOpen,
    show: (next: string) => {
      setStopId(next);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}

/** The list is newest first. */
function newestOfStops(disruptions: readonly Disruption[]): Disruption[] {
  return disruptions.filter(
    ({ stopId }, index) => disruptions.findIndex((one) => one.stopId === stopId) === index,
  );
}

/** How far a change of plan is, over the orders; nothing once there is no more to do. */
function DisruptionBar({ disruption, onShow }: { disruption: Disruption; onShow: () => void }) {
  const { state, done, total, failed, payOuts = [] } = disruption;
  const toPayOut = formatDollars(payOuts.reduce((sum, { amount }) => sum + amount, 0));
  const words =
    state === "scheduled"
      ? m.plan.progress.startsSoon
      : state === "running"
        ? m.plan.progress.bar({ done, total })
        : failed.length > 0
          ? m.plan.calls.count({ count: failed.length })
          : m.orders.payOuts.due({ count: payOuts.length, amount: toPayOut });
  return (
    <NoticeBar
      tone={isActive(disruption) ? "info" : "danger"}
      action={<Button onClick={onShow}>{m.plan.progress.show}</Button>}
    >
      {words}
    </NoticeBar>
  );
}

const STORE = "closed-plans-of-truck";
const MOST = 50;

/** The changes of plan whose list of customers to call this browser has closed, also after a reload. */
function useClosedLists(truckId: string) {
  const [closed, setClosed] = useState(() => idsOf(truckId).read()?.split(" ") ?? []);
  return {
    isClosed: (id: string) => closed.includes(id),
    closeLists: (disruptions: readonly Disruption[]) => {
      const next = [...disruptions.map(({ _id }) => _id), ...closed].slice(0, MOST);
      setClosed(next);
      idsOf(truckId).write(next.join(" "));
    },
  };
}

function idsOf(truckId: string) {
  return stored(`${STORE} ${truckId}`, TEXT, "session");
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import type { StaffTruck } from "@/domain/api/staff-types";
import { closesAt, opensAt } from "@/domain/schedule/current-stops";
import { timeAt } from "@/domain/schedule/schedule-words";
import { addDays, type CalendarDay, noonOf } from "@/domain/time/calendar-day";
import { dateInWords, formatDay } from "@/domain/time/time-words";
import { wallClock } from "@/domain/time/wall-clock";
import { randomKey } from "@/domain/values/random-ids-and-device-id";
import { messages as m } from "@/messages";
import { StopDrawer } from "@/staff/schedule/stop/stop-drawer";
import { planOf, planToEdit, valuesOf } from "@/staff/schedule/stop/stop-form-schema-and-changes";
import { useStopDraft } from "@/staff/schedule/stop/use-stop-draft-and-proposals";
import { useLiveStaffTruck } from "@/staff/shared/use-live-staff-truck";
import { OpenOrdersQuestion } from "@/staff/shell/open-orders-question";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Loaded, together } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { ArrowLeftIcon, PlusIcon } from "@/ui/icons/common-icons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import {
  type ListedSeries,
  overlapSentence,
  placesQuery,
  type StaffStop,
  seriesQuery,
  stopsQuery,
  useAddStop,
  useSetScheduleMode,
} from "./api";
import { PlacesDrawer } from "./places-drawer-and-place-form";
import styles from "./schedule.module.css";
import { DayList } from "./stops-by-day-list";
import { type SchedulePeriod, useSchedulePeriod } from "./use-schedule-period";

/** Where one truck will be, and when: an admin's own, or the one that a superadmin chose. */
export function SchedulePage() {
  const scope = useTruckScope();
  const { truck } = scope;
  useDocumentTitle(m.common.schedule);
  useLiveStaffTruck(truck?._id ?? null);
  return (
    <>
      <PageHeader
        title={m.common.schedule}
        description={truck?.name}
        actions={<TruckSelect scope={scope} />}
      />
      <TruckContent scope={scope} skeleton={<ScheduleSkeleton />}>
        {truck ? <Schedule key={truck._id} truck={truck} /> : null}
      </TruckContent>
    </>
  );
}

/** The stops of a week, or all to come, and what is done about them. */
function Schedule({ truck }: { truck: StaffTruck }) {
  const period = useSchedulePeriod(truck.timezone);
  const stops = useQuery({
    ...stopsQuery({ truckId: truck._id, from: period.from, to: period.to }),
    placeholderData: keepPreviousData,
  });
  const places = useQuery(placesQuery(truck._id));
  const { data: series = [] } = useQuery(seriesQuery(truck._id));
  const { draft, show, add, isAsking, stopAsking } = useStopDraft({
    truckId: truck._id,
    period,
    stops: stops.data ?? [],
    places: places.data ?? [],
  });
  const [isCopying, setCopying] = useState(false);
  const [arePlacesOpen, setPlacesOpen] = useState(false);
  const isMoving = truck.scheduleMode === "stops";
  const isReady = stops.data !== undefined && places.data !== undefined;

  function openOver(setOpen: (open: boolean) => void) {
    stopAsking();
    setOpen(true);
  }

  return (
    <>
      <ScheduleToolbar
        period={period}
        isAdding={isAsking}
        onAdd={isReady ? () => add() : null}
        onCopyWeek={isReady && stops.data.length > 0 ? () => openOver(setCopying) : null}
        onPlaces={() => openOver(setPlacesOpen)}
      />
      {isMoving || !stops.data?.length ? null : <HiddenStopsNotice truck={truck} />}
      <SkippedDays series={series} />
      <Loaded
        query={together(stops, places)}
        skeleton={<ScheduleSkeleton />}
        failed={m.schedule.failed}
      >
        {([found]) => (
          <>
            <DayList
              period={period}
              stops={found}
              isAdding={isAsking}
              onAdd={add}
              onOpen={(stop: StaffStop) => show({ stop, values: valuesOf(planToEdit(stop)) })}
            />
            {isMoving ? <StopsModeLine truck={truck} /> : null}
          </>
        )}
      </Loaded>
      <StopDrawer
        truck={truck}
        places={places.data ?? []}
        draft={draft}
        onDraft={show}
        onShowDay={period.showDay}
      />
      <CopyWeekDialog
        truckId={truck._id}
        stops={stops.data ?? []}
        open={isCopying}
        onOpenChange={setCopying}
        onCopied={() => period.move(1)}
      />
      <PlacesDrawer
        truck={truck}
        places={places.data ?? []}
        open={arePlacesOpen}
        onOpenChange={setPlacesOpen}
      />
    </>
  );
}

function ScheduleSkeleton() {
  return (
    <Box marginTop={5}>
      <Skeletons label={m.schedule.loading} heights={["7rem", "7rem", "7rem"]} gap={4} />
    </Box>
  );
}

interface ScheduleToolbarProps {
  period: SchedulePeriod;
  /** The form of a new stop is about to open. */
  isAdding: boolean;
  /** Null until the schedule has loaded. */
  onAdd: (() => void) | null;
  /** Null while there is nothing to copy. */
  onCopyWeek: (() => void) | null;
  onPlaces: () => void;
}

function ScheduleToolbar(props: ScheduleToolbarProps) {
  const { period, isAdding, onAdd, onCopyWeek, onPlaces } = props;
  return (
    <Row gap={3} align="center" marginBottom={5}>
      <SegmentedChoice
        label={m.schedule.view.label}
        choices={[
          { value: "week", label: m.common.week },
          { value: "list", label: m.schedule.view.list },
        ]}
        value={period.view}
        onChange={period.choose}
      />
      {period.view === "week" ? <WeekSteps period={period} /> : null}
      <Row gap={3} align="center" pushed>
        <Button onClick={onPlaces}>{m.common.places}</Button>
        {period.view === "week" && onCopyWeek ? (
          <Button onClick={onCopyWeek}>{m.schedule.copyWeek.action}</Button>
        ) : null}
        <Button variant="primary" busy={isAdding} disabled={!onAdd} onClick={() => onAdd?.()}>
          <PlusIcon />
          {m.schedule.addStop}
        </Button>
      </Row>
    </Row>
  );
}

function WeekSteps({ period }: { period: SchedulePeriod }) {
  const isPresent = period.days?.includes(period.today) === true;
  return (
    <div className={styles.steps}>
      <Button aria-label={m.common.previousWeek} onClick={() => period.move(-1)}>
        <ArrowLeftIcon />
      </Button>
      <Text weight={650} textAlign="center" role="status" className={styles.weekName}>
        {m.schedule.weekOf({
          first: shortDate(period.monday),
          last: shortDate(addDays(period.monday, 6)),
        })}
      </Text>
      <Button aria-label={m.common.nextWeek} onClick={() => period.move(1)}>
        <span className={styles.mirrored}>
          <ArrowLeftIcon />
        </span>
      </Button>
      {isPresent ? null : <Button onClick={period.showToday}>{m.common.thisWeek}</Button>}
    </div>
  );
}

/** Nov 23. */
function shortDate(day: CalendarDay): string {
  return dateInWords(wallClock(noonOf(day), "UTC"));
}

type ScheduleMode = StaffTruck["scheduleMode"];

/** Customers see the stops only of a truck that is open at them; offers to switch one that is not. */
function HiddenStopsNotice({ truck }: { truck: StaffTruck }) {
  const { isPending, change } = useModeSwitch(truck._id);
  return (
    <Notice
      tone="warning"
      title={m.schedule.mode.hidden}
      action={
        <Button busy={isPending} onClick={() => change("stops", m.schedule.mode.nowByStops)}>
          {m.schedule.mode.switchToStops}
        </Button>
      }
    >
      {m.schedule.mode.hiddenHint}
    </Notice>
  );
}

/** Says that the truck is open at its stops only, and offers the way back, after a question. */
function StopsModeLine({ truck }: { truck: StaffTruck }) {
  const { isPending, change } = useModeSwitch(truck._id);
  const [isAsking, setAsking] = useState(false);
  return (
    <Row as="p" gap={2} align="center" marginTop={6} soft>
      {m.schedule.mode.byStops}
      <Button variant="quiet" busy={isPending} onClick={() => setAsking(true)}>
        {m.schedule.mode.switchToAnyTime}
      </Button>
      <OpenOrdersQuestion
        truck={truck}
        open={isAsking}
        onOpenChange={setAsking}
        title={m.schedule.mode.question}
        confirmLabel={() => m.schedule.mode.confirm}
        pending={isPending}
        onConfirm={() => change("always", m.schedule.mode.nowAnyTime, () => setAsking(false))}
        sentences={({ orders }) => [
          m.schedule.mode.questionHint,
          orders > 0 ? m.schedule.mode.openOrders({ orders }) : null,
        ]}
      />
    </Row>
  );
}

function useModeSwitch(truckId: string) {
  const { mutateAsync, isPending } = useSetScheduleMode(truckId);
  function change(mode: ScheduleMode, done: string, onSettled?: () => void) {
    whenDone(mutateAsync(mode), {
      onSuccess: () => showToast({ type: "success", message: done, ...undoOf(mode) }),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
      onSettled,
    });
  }
  /** Opening at any time is undone with one press; the way back to the stops has its own button. */
  function undoOf(mode: ScheduleMode) {
    if (mode === "stops") return {};
    const onClick = () => change("stops", m.schedule.mode.nowByStops);
    return { action: { label: m.common.undo, onClick } };
  }
  return { isPending, change };
}

/** The days to come on which a weekly stop was left out, because the truck is elsewhere at that time. */
function SkippedDays({ series }: { series: readonly ListedSeries[] }) {
  const skipped = series
    .flatMap((one) => one.skipped.map((day) => ({ ...day, series: one })))
    .sort((one, other) => one.date.localeCompare(other.date));
  if (skipped.length === 0) return null;
  return (
    <Notice tone="warning" title={m.schedule.skipped.title}>
      <Stack as="ul" gap={1} breaks>
        {skipped.map(({ date, stop, series: { _id, place } }) => (
          <li key={`${_id} ${date}`}>
            {m.schedule.skipped.reason({
              day: formatDay(noonOf(date), "UTC"),
              place: place.name,
              other: stop.place.name,
              from: timeAt(opensAt(stop), stop),
              to: timeAt(closesAt(stop), stop),
            })}
          </li>
        ))}
      </Stack>
    </Notice>
  );
}

interface CopyWeekDialogProps {
  truckId: string;
  /** The stops of the week that is shown. */
  stops: readonly StaffStop[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCopied: () => void;
}

/** Copies the stops of a week to the next one. Those of a series come by themselves, cancelled ones do not. */
function CopyWeekDialog(props: CopyWeekDialogProps) {
  const { truckId, stops, open, onOpenChange, onCopied } = props;
  const copied = stops.filter(({ status, seriesId }) => status !== "cancelled" && !seriesId);
  const { mutateAsync } = useAddStop(truckId);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState("");

  async function handleCopy() {
    setProblem("");
    let left = 0;
    try {
      for (const [index, stop] of copied.entries()) {
        setProgress(index + 1);
        left += Number(!(await isAdded(stop)));
      }
      const counts = { copied: copied.length - left, left };
      showToast({ type: "success", message: m.schedule.copyWeek.doneSome(counts) });
      onOpenChange(false);
      onCopied();
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setProgress(null);
    }
  }

  /** False when another stop is in the way, also one that an earlier try has copied. */
  async function isAdded(stop: StaffStop): Promise<boolean> {
    try {
      const body = { ...planOf(stop), date: addDays(stop.date, 7) };
      await mutateAsync({ body, key: randomKey() });
      return true;
    } catch (error) {
      if (overlapSentence(error) !== null) return false;
      throw error;
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.schedule.copyWeek.title}
      confirmLabel={m.common.copy}
      pending={progress !== null}
      onConfirm={() => void handleCopy()}
    >
      <p>{m.schedule.copyWeek.done({ count: copied.length })}</p>
      <p role="status">
        {progress === null
          ? problem
          : m.schedule.copyWeek.running({ number: progress, count: copied.length })}
      </p>
    </ConfirmDialog>
  );
}

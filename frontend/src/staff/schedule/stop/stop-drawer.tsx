import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import type { StaffTruck, StopGroup, StopResult } from "@/domain/api/staff-types";
import { FormDrawer, useLeaveForm } from "@/forms/unsaved-guard-and-form-drawer";
import { messages as m } from "@/messages";
import { prepSheetPath } from "@/staff/reports/api";
import {
  hasResult,
  isResultRefused,
  type Place,
  type SeriesScope,
  type StaffStop,
  stopResultQuery,
  useChangeStop,
  useDeleteFromSeries,
  useDeleteStop,
} from "@/staff/schedule/api";
import { CountsSheet } from "@/staff/schedule/counts/set-counts-sheet";
import { disruptionsQuery, type Kind } from "@/staff/schedule/disruptions/api";
import { DisruptionDrawer } from "@/staff/schedule/disruptions/disruption-drawer-and-progress";
import { PlaceForm } from "@/staff/schedule/places-drawer-and-place-form";
import styles from "@/staff/schedule/schedule.module.css";
import { SlotsSheet } from "@/staff/schedule/slots/slots-sheet";
import {
  compareWithPlace,
  hoursFigure,
  lostFigures,
  revenueFigure,
  type StopFigure,
  salesFigures,
  showFigure,
} from "@/staff/schedule/stop-figures";
import { type Figure, FigureList } from "@/staff/shared/figure-list";
import { Button, ButtonLink } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { StopForm } from "./stop-form";
import { copyOf, type StopDraft } from "./use-stop-draft-and-proposals";

interface StopDrawerProps {
  truck: StaffTruck;
  places: readonly Place[];
  /** Null: the drawer is closed. */
  draft: StopDraft | null;
  onDraft: (draft: StopDraft | null) => void;
  /** Shows the day of what was saved. */
  onShowDay: (day: string) => void;
}

export function StopDrawer({ truck, places, draft, onDraft, onShowDay }: StopDrawerProps) {
  // Kept while the drawer slides away, so that it does not go blank first.
  const [shown, setShown] = useState(draft);
  if (draft && draft !== shown) setShown(draft);
  const title = shown?.stop ? m.schedule.stop.edit : m.schedule.addStop;
  const hasPlace = places.some(({ archivedAt }) => archivedAt === null);

  function handleSaved(day: string) {
    onDraft(null);
    onShowDay(day);
  }

  return (
    <FormDrawer
      open={draft !== null}
      onClose={() => onDraft(null)}
      title={shown && !hasPlace ? m.schedule.stop.noPlace : title}
    >
      {shown && !hasPlace ? (
        <PlaceForm
          truck={truck}
          place={null}
          onDone={(place) => onDraft({ ...shown, values: { ...shown.values, placeId: place._id } })}
        />
      ) : null}
      {shown && hasPlace && !shown.stop ? (
        <StopForm
          key={keyOf(shown)}
          truckId={truck._id}
          places={places}
          draft={shown}
          onDone={handleSaved}
        />
      ) : null}
      {shown?.stop && hasPlace ? (
        <StopSheet
          key={keyOf(shown)}
          truckId={truck._id}
          places={places}
          draft={shown}
          stop={shown.stop}
          onDraft={onDraft}
          onSaved={handleSaved}
        />
      ) : null}
    </FormDrawer>
  );
}

/** A form begins again for another stop, and for another first day of a new one. */
function keyOf({ stop, values }: StopDraft): string {
  return stop?._id ?? `new ${values.date} ${values.placeId}`;
}

type Part = "plan" | "slots" | "counts" | "result";

interface StopSheetProps {
  truckId: string;
  places: readonly Place[];
  draft: StopDraft;
  stop: StaffStop;
  onDraft: (draft: StopDraft | null) => void;
  /** Gets the day of what was saved. */
  onSaved: (day: string) => void;
}

/** Everything about a stop that exists: its plan, how full its slots are, what is counted, and what it brought in. */
function StopSheet({ truckId, places, draft, stop, onDraft, onSaved }: StopSheetProps) {
  const [part, setPart] = useState<Part>("plan");
  const leave = useLeaveForm();
  const result = useQuery(stopResultQuery(truckId, hasResult(stop) ? stop._id : null));
  const showsResult = hasResult(stop) && !isResultRefused(result.error);
  return (
    <Stack gap={4}>
      <SegmentedChoice
        label={m.slots.parts.label}
        choices={[
          { value: "plan", label: m.slots.parts.plan },
          { value: "slots", label: m.slots.parts.slots },
          { value: "counts", label: m.common.counts },
          ...(showsResult ? [{ value: "result" as const, label: m.stopResult.tab }] : []),
        ]}
        value={part}
        onChange={(next) => leave(() => setPart(next))}
      />
      {stop.status === "cancelled" ? null : (
        <ButtonLink to={prepSheetPath(stop._id)}>{m.prepSheet.title}</ButtonLink>
      )}
      {part === "plan" ? (
        <>
          <StopForm truckId={truckId} places={places} draft={draft} onDone={onSaved} />
          <StopEnd
            truckId={truckId}
            stop={stop}
            onCopy={(copied) => onDraft(copyOf(copied))}
            onDone={() => onDraft(null)}
          />
        </>
      ) : null}
      {part === "slots" ? <SlotsSheet truckId={truckId} stop={stop} /> : null}
      {part === "counts" ? <CountsSheet truckId={truckId} stop={stop} /> : null}
      {part === "result" && showsResult ? <ResultSheet query={result} /> : null}
    </Stack>
  );
}

/** What a stop has brought in, beside the average of the other stops at its place. */
function ResultSheet({ query }: { query: UseQueryResult<StopResult> }) {
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons label={m.stopResult.loading} heights={["16rem"]} />}
      failed={m.stopResult.failed}
    >
      {(found) => <Result {...found} />}
    </Loaded>
  );
}

function Result({ result, comparedDays: days }: StopResult) {
  const average = result.placeAverage;
  return (
    <Stack as="section" gap={4} columns="fill" aria-label={m.stopResult.title}>
      {result.stop?.state === "open" ? <p>{m.stopResult.stillOpen}</p> : null}
      <Text soft>
        {average
          ? m.stopResult.compared({ stops: average.stops, days })
          : m.stopResult.nothingToCompare({ days })}
      </Text>
      <FigureList layout="drawer" figures={soldOf(result)} />
      <Text as="h3" size="l">
        {m.stopReport.lost.title}
      </Text>
      <FigureList layout="pairs" figures={lostOf(result)} />
    </Stack>
  );
}

/** The figures that the average of a place has as well; revenue is compared in words. */
const AVERAGED = ["orders", "items", "revenuePerHour"] as const;

/** What a stop sold and how it went, with the average of the place where there is one. */
function soldOf(result: StopGroup): Figure[] {
  const [revenue, ...others] = [revenueFigure(), ...salesFigures(), hoursFigure()].map(
    (figure) => ({
      label: figure.label,
      value: showFigure(figure, result, m.analytics.noData),
      note: averageOf(figure, result),
    }),
  );
  return revenue ? [{ ...revenue, change: compareWithPlace(result) }, ...others] : others;
}

/** What was asked for at a stop and not sold. */
function lostOf(result: StopGroup): Figure[] {
  return lostFigures().map((figure) => ({
    label: figure.label,
    value: showFigure(figure, result, m.analytics.noData),
  }));
}

function averageOf({ key, format }: StopFigure, { placeAverage }: StopGroup): string | null {
  const averaged = AVERAGED.find((name) => name === key);
  const average = averaged ? placeAverage?.[averaged] : null;
  return average == null ? null : m.stopResult.average({ average: format(average) });
}

interface StopEndProps {
  truckId: string;
  stop: StaffStop;
  onCopy: (stop: StaffStop) => void;
  onDone: () => void;
}

/** What else is done about a stop: copy it, cancel it or put it back, delete it. */
function StopEnd(props: StopEndProps) {
  const { stop, onCopy } = props;
  const isOver = stop.state === "ended";
  const leave = useLeaveForm();
  return (
    <Row
      as="section"
      gap={3}
      paddingTop={5}
      marginTop={6}
      aria-label={m.schedule.stop.actions}
      className={styles.end}
    >
      <Button onClick={() => leave(() => onCopy(stop))}>{m.schedule.stop.copy}</Button>
      <PlanButtons {...props} />
      {stop.status === "cancelled" && !isOver ? <PutBack {...props} /> : null}
      {stop.orders === 0 ? <DeleteStop {...props} /> : null}
    </Row>
  );
}

/**
 * Customers are told of a change, and refunded where that is due; to cancel a stop is one of the changes. Of a stop
 * that takes no change any more, all staff see how far the last one is, and whom to call.
 */
function PlanButtons({ truckId, stop }: StopEndProps) {
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState<Kind>();
  const takesChanges = stop.state !== "ended" && stop.status !== "cancelled";
  const newest = useQuery(disruptionsQuery(takesChanges ? null : stop._id)).data?.[0];
  const open = (chosen?: Kind) => {
    setKind(chosen);
    setOpen(true);
  };
  if (!takesChanges && (!newest || newest.state === "withdrawn")) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => open()}>
        {m.plan.title}
      </Button>
      {takesChanges ? (
        <Button aria-haspopup="dialog" onClick={() => open("cancelled")}>
          {m.schedule.cancel.action}
        </Button>
      ) : null}
      <DisruptionDrawer
        truckId={truckId}
        stopId={stop._id}
        stop={takesChanges ? stop : null}
        kind={kind}
        open={isOpen}
        onOpenChange={setOpen}
      />
    </>
  );
}

/** A cancelled stop can be put back until it would have ended. */
function PutBack({ truckId, stop, onDone }: StopEndProps) {
  const { mutateAsync, isPending, error } = useChangeStop(truckId);

  function handlePutBack() {
    const change = { status: "scheduled", version: stop.version } as const;
    whenDone(mutateAsync({ id: stop._id, change }, { onSuccess: onDone }), {
      onSuccess: () => showToast({ type: "success", message: m.schedule.cancel.undone }),
      onError: () => undefined, // shown beside the button
    });
  }

  return (
    <>
      <Button busy={isPending} onClick={handlePutBack}>
        {m.schedule.cancel.undo}
      </Button>
      {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
    </>
  );
}

function DeleteStop({ truckId, stop, onDone }: StopEndProps) {
  const [scope, setScope] = useState<SeriesScope | null>(null);
  const single = useDeleteStop(truckId);
  const series = useDeleteFromSeries(truckId);
  const error = single.error ?? series.error;

  function handleDelete() {
    const { seriesId } = stop;
    if (!seriesId || scope === null) {
      whenDone(single.mutateAsync(stop._id, { onSuccess: onDone }), {
        onSuccess: () => showToast({ type: "success", message: m.schedule.delete.done }),
        onError: () => undefined, // shown beside the button
      });
      return;
    }
    const call = { seriesId, stopId: stop._id, scope };
    whenDone(series.mutateAsync(call, { onSuccess: onDone }), {
      onSuccess: (counts) =>
        showToast({ type: "success", message: m.schedule.delete.doneMany(counts) }),
      onError: () => undefined, // shown beside the button
    });
  }

  return (
    <>
      <Button variant="danger" onClick={() => setScope("one")}>
        {m.schedule.delete.action}
      </Button>
      {stop.seriesId ? (
        <Button variant="danger" onClick={() => setScope("later")}>
          {m.schedule.delete.allLater}
        </Button>
      ) : null}
      <ConfirmDialog
        open={scope !== null}
        onOpenChange={(open) => {
          if (!open) setScope(null);
        }}
        title={scope === "later" ? m.schedule.delete.titleMany : m.schedule.delete.title}
        confirmLabel={m.common.delete}
        destructive
        pending={single.isPending || series.isPending}
        onConfirm={handleDelete}
      >
        <p>{scope === "later" ? m.schedule.delete.hintMany : m.schedule.delete.hint}</p>
        {error ? <p role="alert">{errorMessage(error)}</p> : null}
      </ConfirmDialog>
    </>
  );
}

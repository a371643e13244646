import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck, StopGroup, StopResult } from "@/domain/api/staff-types";
import { FormDrawer } from "@/forms/leaving/form-drawer";
import { useLeaveForm } from "@/forms/leaving/unsaved-guard";
import { messages as m } from "@/messages";
import { prepSheetPath } from "@/staff/reports/prep-sheet/api";
import {
  hasResult,
  isResultRefused,
  type Place,
  type StaffStop,
  stopResultQuery,
} from "@/staff/schedule/api";
import { CountsSheet } from "@/staff/schedule/counts/counts-sheet";
import { PlaceForm } from "@/staff/schedule/places-drawer";
import {
  compareWithPlace,
  hoursFigure,
  lostFigures,
  revenueFigure,
  type StopFigure,
  salesFigures,
  showFigure,
} from "@/staff/schedule/result/stop-figures";
import { SlotsSheet } from "@/staff/schedule/slots/slots-sheet";
import { type Figure, FigureList } from "@/staff/shared/figure-list";
import { ButtonLink } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { Stack, Text } from "@/ui/layout";
import { StopEnd } from "./stop-end";
import { StopForm } from "./stop-form";
import { copyOf, type StopDraft } from "./stop-values";

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
export function ResultSheet({ query }: { query: UseQueryResult<StopResult> }) {
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

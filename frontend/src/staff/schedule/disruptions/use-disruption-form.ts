import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as v from "valibot";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { useSend } from "@/domain/api/use-send-once";
import { staffPlacesKey } from "@/domain/query-keys";
import { closesAt, opensAt, type Stop } from "@/domain/schedule/current-stops";
import { instantOf, parseTimeOfDay } from "@/domain/time/local-times-and-instants";
import { presentTime } from "@/domain/time/server-clock";
import { wallClock } from "@/domain/time/wall-clock";
import { type RecordForm, useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { overlapSentence, type Place } from "@/staff/schedule/api";
import { NEW_PLACE, type NewPlace } from "@/staff/schedule/new-place";
import {
  applyDisruption,
  type Disruption,
  type DisruptionRequest,
  type Kind,
  type Preview,
  previewDisruption,
  startDisruption,
} from "./api";

/** A disruption that can be started, what it was made of, and what it would do. */
export interface Previewed {
  values: DisruptionValues;
  request: DisruptionRequest;
  /** Of the new place, for a move. */
  placeName: string;
  /** Customers read a name that leads nowhere. */
  lacksAddress: boolean;
  preview: Preview;
  /** Facts have changed since the preview that was started from. */
  isRenewed: boolean;
}

export interface DisruptionSteps {
  /** The form whose result is a preview. */
  record: RecordForm<DisruptionValues, DisruptionValues>;
  previewed: Previewed | null;
  startProblem: string;
  isStarting: boolean;
  start: () => Promise<void>;
  /** Back to the fields. */
  edit: () => void;
}

/** A change of plan of a stop until its start: the form, the preview, and what the server refuses. */
export function useDisruptionForm(
  truckId: string,
  stop: Stop,
  kind: Kind,
  others: readonly Place[],
  newPlace: NewPlace,
): DisruptionSteps {
  const client = useQueryClient();
  const send = useSend((request: DisruptionRequest, key) =>
    startDisruption(stop._id, request, key),
  );
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const [startProblem, setStartProblem] = useState("");
  const [isStarting, setStarting] = useState(false);
  const record = useRecordForm<Previewed, DisruptionValues, DisruptionValues>({
    record: null,
    blank: firstValues(stop, "", presentTime()),
    valuesOf: ({ values }) => values,
    schema: disruptionSchema(kind),
    save: (_base, values) => preview(values),
    explain: (error) => explain(error, m.plan.preview.failed),
    onSaved: (saved) => {
      setStartProblem("");
      setPreviewed(saved);
    },
  });

  /** Another change of plan is under way: it is shown instead. */
  function showRunning(error: unknown): boolean {
    const running = bodyOf(error, "disruption_running")?.disruption;
    if (running) applyDisruption(client, running as Disruption);
    return running !== undefined;
  }

  async function preview(values: DisruptionValues): Promise<Previewed> {
    const isMove = kind === "moved";
    // It is saved by the server when the change of plan is started: looking leaves no place behind.
    const isNew = values.placeId === NEW_PLACE || others.length === 0;
    const typed = isMove && isNew ? newPlace.read() : null;
    const chosen = others.find(({ _id }) => _id === values.placeId) ?? others[0];
    const placeId = chosen?._id ?? "";
    const request = requestedOf(kind, { ...values, placeId }, stop, typed);
    const place = isMove ? (typed ?? chosen) : null;
    try {
      const preview = await previewDisruption(stop._id, request);
      const placeName = place?.name ?? "";
      return {
        values,
        request,
        placeName,
        lacksAddress: place?.address === "",
        preview,
        isRenewed: false,
      };
    } catch (error) {
      showRunning(error);
      throw error;
    }
  }

  async function start() {
    if (!previewed) return;
    setStarting(true);
    setStartProblem("");
    const request = { ...previewed.request, digest: previewed.preview.digest };
    try {
      applyDisruption(client, await send(request));
      if (request.newPlace) void client.invalidateQueries({ queryKey: staffPlacesKey(truckId) });
    } catch (error) {
      handleRefusal(error, previewed);
    } finally {
      setStarting(false);
    }
  }

  function handleRefusal(error: unknown, from: Previewed) {
    if (showRunning(error)) return;
    const renewed = bodyOf(error, "preview_outdated")?.preview;
    if (renewed) setPreviewed({ ...from, preview: renewed as Preview, isRenewed: true });
    else setStartProblem(explain(error, m.plan.preview.notStarted));
  }

  return { record, previewed, startProblem, isStarting, start, edit: () => setPreviewed(null) };
}

function explain(error: unknown, failed: string): string {
  return overlapSentence(error) ?? `${failed}: ${errorMessage(error)}`;
}

function bodyOf(error: unknown, code: string): Record<string, unknown> | null {
  if (!(error instanceof ApiError) || error.code !== code) return null;
  return error.body as Record<string, unknown>;
}

export const [MIN_MINUTES, MAX_MINUTES] = [5, 180] as const;

/** The names are the server's, for its sentences about single fields. What belongs to another kind may be wrong. */
const disruptionSchema = (kind: Kind) =>
  v.object({
    minutes: v.custom<number>(
      (minutes) => kind !== "late" || isDelay(Number(minutes)),
      () => m.plan.form.minutesInvalid({ least: MIN_MINUTES, most: MAX_MINUTES }),
    ),
    extendEnd: v.boolean(),
    placeId: v.string(),
    /** HH:MM on the clock of the place. */
    endsAt: v.string(),
    sentence: v.pipe(v.string(), v.trim()),
  });

/** What the form of a disruption holds. */
export type DisruptionValues = v.InferInput<ReturnType<typeof disruptionSchema>>;

function isDelay(minutes: number): boolean {
  return Number.isInteger(minutes) && minutes >= MIN_MINUTES && minutes <= MAX_MINUTES;
}

const STEP_MS = 5 * 60_000;
const LATE_MINUTES = 20;

/** What stands in the form at first, so that most changes need no typing. */
function firstValues(stop: Stop, placeId: string, now: Date): DisruptionValues {
  return {
    minutes: LATE_MINUTES,
    extendEnd: false,
    placeId,
    endsAt: timeOfDay(likelyEnd(stop, now), stop),
    sentence: "",
  };
}

/** The next five minutes of the clock, while the stop lasts. */
function likelyEnd(stop: Stop, now: Date): Date {
  const soon = Math.ceil(now.getTime() / STEP_MS) * STEP_MS;
  const earliest = Math.max(soon, opensAt(stop).getTime() + STEP_MS);
  return new Date(Math.min(earliest, closesAt(stop).getTime() - STEP_MS));
}

function timeOfDay(instant: Date, stop: Stop): string {
  const { hour, minute } = wallClock(instant, stop.place.timezone);
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** Only what belongs to the kind. */
function requestedOf(
  kind: Kind,
  values: DisruptionValues,
  stop: Stop,
  newPlace: DisruptionRequest["newPlace"] = null,
): DisruptionRequest {
  const { sentence } = values;
  const common = { kind, ...(sentence ? { sentence } : {}) };
  if (kind === "late") return { ...common, minutes: values.minutes, extendEnd: values.extendEnd };
  if (kind === "moved")
    return { ...common, ...(newPlace ? { newPlace } : { placeId: values.placeId }) };
  if (kind === "ends_early") return { ...common, endsAt: instantOfEnd(values.endsAt, stop) };
  return common;
}

/** The time of day on the clock of the place; after midnight for a stop that lasts so long. */
function instantOfEnd(text: string, stop: Stop): string | null {
  const time = parseTimeOfDay(text);
  if (!time) return null;
  const zone = stop.place.timezone;
  const firstDay = wallClock(opensAt(stop), zone);
  const [sameDay, nextDay] = [0, 1].map((days) =>
    instantOf({ ...firstDay, ...time, day: firstDay.day + days, second: 0 }, zone),
  ) as [Date, Date];
  return (sameDay > opensAt(stop) ? sameDay : nextDay).toISOString();
}

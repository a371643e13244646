import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck } from "@/domain/api/staff-types";
import { FormDrawer } from "@/forms/leaving/form-drawer";
import { useLeaveForm } from "@/forms/leaving/unsaved-guard";
import { messages as m } from "@/messages";
import { prepSheetPath } from "@/staff/reports/prep-sheet/api";
import type { Place, StaffStop } from "@/staff/schedule/api";
import { hasResult, isResultRefused, stopResultQuery } from "@/staff/schedule/api";
import { CountsSheet } from "@/staff/schedule/counts/counts-sheet";
import { PlaceForm } from "@/staff/schedule/places-drawer";
import { ResultSheet } from "@/staff/schedule/result/result-sheet";
import { SlotsSheet } from "@/staff/schedule/slots/slots-sheet";
import { ButtonLink } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices";
import { Stack } from "@/ui/layout";
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

import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { FormDrawer } from "@/forms/leaving/form-drawer";
import { messages as m } from "@/messages";
import type { Place } from "@/staff/schedule/api";
import { PlaceForm } from "@/staff/schedule/places/place-form";
import { StopForm } from "./stop-form";
import { StopSheet } from "./stop-sheet";
import type { StopDraft } from "./stop-values";

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

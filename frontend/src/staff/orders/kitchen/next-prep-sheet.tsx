import { useQuery } from "@tanstack/react-query";
import type { StaffTruck } from "@/domain/api/admin-types";
import { opensAt, presentSchedule } from "@/domain/schedule/present-schedule";
import { whenAt } from "@/domain/schedule/schedule-words";
import { messages as m } from "@/messages";
import { prepSheetPath } from "@/staff/reports/prep-sheet/api";
import { staffTruckQuery } from "@/staff/trucks/form/api";
import { useNow } from "@/ui/browser/use-now";
import { ButtonLink } from "@/ui/controls/button";

/** Leads to what to prepare for the next stop; nothing while none is planned. */
export function NextPrepSheet({ truck }: { truck: StaffTruck }) {
  const isMoving = truck.scheduleMode === "stops";
  // The list of trucks comes without their stops.
  const { data: whole } = useQuery(staffTruckQuery(isMoving ? truck._id : ""));
  const now = useNow();
  const next = isMoving && whole ? presentSchedule(whole, now).next : null;
  if (!next || next.status === "cancelled") return null;
  const when = whenAt(opensAt(next), next, now);
  return (
    <ButtonLink to={prepSheetPath(next._id)}>
      {m.prepSheet.title}{" "}
      <span className="visually-hidden">
        {m.prepSheet.nextStop({ place: next.place.name, when })}
      </span>
    </ButtonLink>
  );
}

import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";

export function NoStops() {
  return (
    <EmptyState
      title={m.staff.reportsStops.noStops}
      description={m.staff.reportsStops.planOrLookLonger}
      action={<ButtonLink to="/admin/schedule">{m.staff.reportsStops.openSchedule}</ButtonLink>}
    />
  );
}

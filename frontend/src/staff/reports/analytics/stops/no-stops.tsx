import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";

export function NoStops() {
  return (
    <EmptyState
      title={m.stopReport.empty}
      description={m.stopReport.emptyHint}
      action={<ButtonLink to="/admin/schedule">{m.common.openSchedule}</ButtonLink>}
    />
  );
}

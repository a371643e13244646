import { messages as m } from "@/messages";
import { ScopedPage } from "@/staff/shell/scoped-page";
import { ActivityList, ActivitySkeleton } from "./activity-list";

export function ActivityPage() {
  return (
    <ScopedPage
      title={m.common.activity}
      description={m.activity.lead}
      skeleton={<ActivitySkeleton />}
    >
      {(truckId, timezone) => <ActivityList key={truckId} truckId={truckId} zone={timezone} />}
    </ScopedPage>
  );
}

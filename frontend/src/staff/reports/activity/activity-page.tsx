import { DEFAULT_TIMEZONE } from "@/domain/values/time";
import { ScopedContent } from "@/staff/shell/scoped-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { ActivityList, ActivitySkeleton } from "./activity-list";

export function ActivityPage() {
  const scope = useTruckScope({ allowsAll: true });
  useDocumentTitle("Activity");
  return (
    <>
      <PageHeader
        title="Activity"
        description="What the staff have done. Nobody can change it, and it is kept for a year."
        actions={<TruckSelect scope={scope} />}
      />
      <ScopedContent scope={scope} what="activity" skeleton={<ActivitySkeleton />}>
        <ActivityList
          key={scope.truckId}
          truckId={scope.truckId}
          zone={scope.truck?.timezone ?? DEFAULT_TIMEZONE}
        />
      </ScopedContent>
    </>
  );
}

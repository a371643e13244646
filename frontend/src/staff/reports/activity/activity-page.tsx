import { ScopedContent } from "@/app/admin/scoped-content";
import { TruckSelect, useTruckScope } from "@/app/admin/truck-scope";
import { PageHeader } from "@/components/ui/page-header";
import { ActivityList, ActivitySkeleton } from "@/features/admin-activity/activity-list";
import { DEFAULT_TIMEZONE } from "@/lib/time";
import { useDocumentTitle } from "@/lib/use-document-title";

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

import { DEFAULT_TIMEZONE } from "@/domain/values/time";
import { messages as m } from "@/messages";
import { ScopedContent } from "@/staff/shell/scoped-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { ActivityList, ActivitySkeleton } from "./activity-list";

export function ActivityPage() {
  const scope = useTruckScope({ allowsAll: true });
  useDocumentTitle(m.staff.reportsActivity.activity);
  return (
    <>
      <PageHeader
        title={m.staff.reportsActivity.activity}
        description={m.staff.reportsActivity.whatStaffHaveDoneNobody}
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

import { DEFAULT_TIMEZONE } from "@/domain/values/time";
import { messages as m } from "@/messages";
import { ScopedContent } from "@/staff/shell/scoped-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { AnalyticsReport } from "./analytics-report";
import { AnalyticsSkeleton } from "./analytics-skeleton";

export function AnalyticsPage() {
  const scope = useTruckScope({ allowsAll: true });
  useDocumentTitle(m.staff.reportsAnalytics.analytics);
  return (
    <>
      <PageHeader
        title={m.staff.reportsAnalytics.analytics}
        description={scope.truck ? scope.truck.name : undefined}
        actions={<TruckSelect scope={scope} />}
      />
      <ScopedContent scope={scope} what="figures" skeleton={<AnalyticsSkeleton />}>
        <AnalyticsReport
          key={scope.truckId}
          truckId={scope.truckId}
          timezone={scope.truck?.timezone ?? DEFAULT_TIMEZONE}
        />
      </ScopedContent>
    </>
  );
}

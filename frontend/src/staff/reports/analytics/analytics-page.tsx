import { ScopedContent } from "@/app/admin/scoped-content";
import { TruckSelect, useTruckScope } from "@/app/admin/truck-scope";
import { PageHeader } from "@/components/ui/page-header";
import { AnalyticsReport } from "@/features/admin-analytics/analytics-report";
import { AnalyticsSkeleton } from "@/features/admin-analytics/analytics-skeleton";
import { DEFAULT_TIMEZONE } from "@/lib/time";
import { useDocumentTitle } from "@/lib/use-document-title";

export function AnalyticsPage() {
  const scope = useTruckScope({ allowsAll: true });
  useDocumentTitle("Analytics");
  return (
    <>
      <PageHeader
        title="Analytics"
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

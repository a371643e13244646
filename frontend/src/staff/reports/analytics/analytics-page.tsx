import { messages as m } from "@/messages";
import { ScopedPage } from "@/staff/shell/scoped-page";
import { AnalyticsReport } from "./analytics-report";
import { AnalyticsSkeleton } from "./analytics-skeleton";

export function AnalyticsPage() {
  return (
    <ScopedPage title={m.common.analytics} skeleton={<AnalyticsSkeleton />}>
      {(truckId, timezone) => (
        <AnalyticsReport key={truckId} truckId={truckId} timezone={timezone} />
      )}
    </ScopedPage>
  );
}

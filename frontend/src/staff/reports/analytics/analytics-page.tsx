import { useSearchParams } from "react-router";
import { presentTime } from "@/domain/time/server-clock";
import { dayInZone } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { readGrouping, writeGrouping } from "@/staff/reports/analytics/stops/stop-groups";
import { StopsReport } from "@/staff/reports/analytics/stops/stops-report";
import { downloadAnalytics, downloadStops } from "@/staff/reports/api";
import { PeriodPicker, readPeriod, writePeriod } from "@/staff/shared/period";
import { ScopedPage } from "@/staff/shell/truck-content";
import { withParams } from "@/ui/browser/address-params";
import { SegmentedChoice } from "@/ui/controls/choices";
import { DownloadButton } from "@/ui/controls/download-button";
import { Row, Stack } from "@/ui/layout";
import styles from "./analytics.module.css";
import { AnalyticsSkeleton } from "./loaded-report";
import { SalesReport } from "./sales-report";

export function AnalyticsPage() {
  return (
    <ScopedPage title={m.common.analytics} skeleton={<AnalyticsSkeleton />}>
      {(truckId, timezone) => (
        <AnalyticsReport key={truckId} truckId={truckId} timezone={timezone} />
      )}
    </ScopedPage>
  );
}

interface AnalyticsReportProps {
  truckId: string | null;
  timezone: string;
}

/** What was sold in a period, over time or by stop, on the screen and as a file. */
function AnalyticsReport({ truckId, timezone }: AnalyticsReportProps) {
  const [search, setSearch] = useSearchParams();
  const today = dayInZone(presentTime(), timezone);
  const period = readPeriod(search, today);
  const view = readView(search);
  const filter = { truckId, from: period.from, to: period.to };
  const byStop = { ...filter, groupBy: readGrouping(search) };
  const download = () => (view === "stops" ? downloadStops(byStop) : downloadAnalytics(filter));
  return (
    <Stack gap={8} shrinks className={styles.report}>
      <Row gap={3} align="start" justify="between">
        <SegmentedChoice
          label={m.stopReport.label}
          choices={views()}
          value={view}
          onChange={(next) => setSearch((present) => writeView(present, next))}
        />
        <PeriodPicker
          period={period}
          today={today}
          onChange={(next) => setSearch((present) => writePeriod(present, next))}
        />
        <DownloadButton
          load={download}
          fallbackName={view === "stops" ? "stops.csv" : "analytics.csv"}
        >
          {m.common.exportCsv}
        </DownloadButton>
      </Row>
      {view === "stops" ? (
        <StopsReport
          filter={byStop}
          onGroupBy={(next) => setSearch((present) => writeGrouping(present, next))}
        />
      ) : (
        <SalesReport filter={filter} />
      )}
    </Stack>
  );
}

/** Which report the address asks for, and what the stops are summed up by. */
type View = "sales" | "stops";

export const views = () =>
  [
    { value: "sales", label: m.stopReport.overview },
    { value: "stops", label: m.stopReport.byStop },
  ] as const;

export function readView(search: URLSearchParams): View {
  return search.get("view") === "stops" ? "stops" : "sales";
}

export function writeView(search: URLSearchParams, view: View): URLSearchParams {
  return withParams(search, { by: null, view: view === "stops" ? view : null });
}

import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { presentTime } from "@/domain/time/server-clock";
import { dayInZone } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import {
  readGrouping,
  readView,
  views,
  writeGrouping,
  writeView,
} from "@/staff/reports/analytics/stops/grouping";
import { StopsReport } from "@/staff/reports/analytics/stops/stops-report";
import { DayRange } from "@/staff/shared/day-range";
import { ScopedPage } from "@/staff/shell/truck-content";
import { SegmentedChoice } from "@/ui/controls/choices";
import { DownloadButton } from "@/ui/controls/download-button";
import { Row, Stack } from "@/ui/layout";
import styles from "./analytics.module.css";
import { downloadAnalytics, downloadStops } from "./api";
import {
  lastDays,
  type Period,
  periodChoices,
  rangeProblem,
  readPeriod,
  writePeriod,
} from "./period";
import { AnalyticsSkeleton } from "./report-body";
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

interface PeriodPickerProps {
  period: Period;
  /** Today in the truck's zone. */
  today: string;
  onChange: (period: Period) => void;
}

/** Which days the report is about. */
function PeriodPicker({ period, today, onChange }: PeriodPickerProps) {
  const { choice, from, to } = period;
  const [isOpen, setIsOpen] = useState(false);
  // The browser's Back leads to another period as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the new period is.
  useEffect(() => setIsOpen(false), [choice, from, to]);
  const isCustom = isOpen || choice === "custom";
  return (
    <Stack gap={3} items="start">
      <SegmentedChoice
        label={m.common.period}
        choices={periodChoices()}
        value={isCustom ? "custom" : choice}
        onChange={(chosen) => {
          setIsOpen(chosen === "custom");
          if (chosen !== "custom") onChange(lastDays(chosen, today));
        }}
      />
      {isCustom ? (
        <DayRange
          label={m.common.period}
          from={from}
          to={to}
          max={today}
          problemOf={(first, last) => rangeProblem(first, last, today)}
          onShow={(days) => onChange({ choice: "custom", ...days })}
          dayClassName={styles.day}
        />
      ) : null}
    </Stack>
  );
}

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { longDay } from "@/domain/time/calendar-day";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import type { DaySpan } from "@/staff/shared/period-picker-and-address";
import { ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Text } from "@/ui/layout";
import styles from "./analytics.module.css";

interface Ranged extends DaySpan {
  timezone: string;
}

interface LoadedReportProps<Report extends Ranged> {
  query: UseQueryResult<Report>;
  children: (report: Report) => ReactNode;
}

/** A report, or why there is none. While another period is on its way, the figures of the one before stay. */
export function LoadedReport<Report extends Ranged>({
  query,
  children,
}: LoadedReportProps<Report>) {
  const isStale = query.isPlaceholderData;
  return (
    <Loaded
      query={query}
      skeleton={<AnalyticsSkeleton />}
      failed={m.analytics.failed}
      stale={(reason) => (
        <ErrorState
          title={m.analytics.failed}
          description={reason}
          onRetry={() => void query.refetch()}
        />
      )}
    >
      {(report) => (
        <div aria-busy={isStale} className={isStale ? styles.stale : styles.content}>
          <Text soft tabular role="status" className={styles.scope}>
            {isStale ? m.analytics.loading : rangeLabel(report)}
          </Text>
          {children(report)}
        </div>
      )}
    </Loaded>
  );
}

function rangeLabel({ from, to, timezone }: Ranged): string {
  const zone = zoneName(timezone);
  return from === to
    ? m.analytics.period.day({ day: longDay(from), zone })
    : m.analytics.period.days({ first: longDay(from), last: longDay(to), zone });
}

export function AnalyticsSkeleton() {
  return (
    <Skeletons
      label={m.analytics.loading}
      heights={["3.6rem", "6rem", "17.5rem", "17.5rem"]}
      firstWidth="16rem"
      className={styles.content}
    />
  );
}

/** A zone for people: "Pacific Time (America/Los_Angeles)"; its bare name where the browser knows no other. */
function zoneName(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat(currentLocale(), {
      timeZone: zone,
      timeZoneName: "longGeneric",
    }).formatToParts(new Date());
    const name = parts.find(({ type }) => type === "timeZoneName")?.value;
    return name ? `${name} (${zone})` : zone;
  } catch {
    return zone;
  }
}

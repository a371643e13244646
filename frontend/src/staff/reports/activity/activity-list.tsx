import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { ActivityEvent } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { formatDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { Skeleton } from "@/ui/feedback/skeleton";
import styles from "./activity.module.css";
import { ActivityEntry } from "./activity-entry";
import { type ActivityFilter, isNarrowed, readFilter, writeFilter } from "./activity-filter";
import { ActivityFilters } from "./activity-filters";
import { activityQuery, downloadActivity } from "./api";

/** What staff have done, the newest first, day by day. */
export function ActivityList({ truckId, zone }: { truckId: string | null; zone: string }) {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const scope = { truckId, ...filter };
  const activity = useInfiniteQuery(activityQuery(scope));
  const events = activity.data?.pages.flatMap((page) => page.events);

  function choose(change: Partial<ActivityFilter>) {
    setParams((present) => writeFilter(present, { ...readFilter(present), ...change }), {
      preventScrollReset: true,
    });
  }

  return (
    <div className={styles.screen}>
      <ActivityFilters filter={filter} choose={choose}>
        <DownloadButton load={() => downloadActivity(scope)} fallbackName="activity.csv">
          {m.staff.reportsActivity.exportCsv}
        </DownloadButton>
      </ActivityFilters>
      {activity.isPending ? <ActivitySkeleton /> : null}
      {activity.error && !events ? (
        <ErrorState
          title={m.staff.reportsActivity.failedToLoadActivity}
          description={errorMessage(activity.error)}
          onRetry={() => void activity.refetch()}
        />
      ) : null}
      {events ? <Days events={events} zone={zone} isNarrowed={isNarrowed(filter)} /> : null}
      {activity.isFetchNextPageError ? (
        <p role="alert" className={styles.problem}>
          {m.staff.reportsActivity.moreActivityDidNotLoad({
            errorMessage: errorMessage(activity.error),
          })}
        </p>
      ) : null}
      {activity.hasNextPage ? (
        <Button busy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
          {activity.isFetchingNextPage
            ? m.staff.reportsActivity.loading
            : m.staff.reportsActivity.showMoreActivity}
        </Button>
      ) : null}
    </div>
  );
}

interface DaysProps {
  events: ActivityEvent[];
  zone: string;
  isNarrowed: boolean;
}

function Days({ events, zone, isNarrowed: hasFilter }: DaysProps) {
  const days = useMemo(() => byDay(events, zone), [events, zone]);
  if (events.length === 0) {
    return (
      <EmptyState
        title={
          hasFilter
            ? m.staff.reportsActivity.noMatchingActivity
            : m.staff.reportsActivity.nothingWasDoneYet
        }
        description={
          hasFilter
            ? m.staff.reportsActivity.tryAnotherPersonAnotherKind
            : m.staff.reportsActivity.everySignInChangeAnd
        }
      />
    );
  }
  return days.map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h2 className={styles.day}>{day}</h2>
      <ol className={styles.list}>
        {ofDay.map((event) => (
          <ActivityEntry key={event._id} event={event} zone={zone} />
        ))}
      </ol>
    </section>
  ));
}

function byDay(events: ActivityEvent[], zone: string): [string, ActivityEvent[]][] {
  const days = new Map<string, ActivityEvent[]>();
  for (const event of events) {
    const day = formatDay(new Date(event.at), zone);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
}

export function ActivitySkeleton() {
  return (
    <div role="status" className={styles.screen}>
      <span className="visually-hidden">{m.staff.reportsActivity.loadingActivity}</span>
      <Skeleton height="2rem" />
      <Skeleton height="4rem" />
      <Skeleton height="4rem" />
      <Skeleton height="4rem" />
    </div>
  );
}

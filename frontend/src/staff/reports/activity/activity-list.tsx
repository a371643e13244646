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
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { Text } from "@/ui/layout";
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

  function choose(change: Partial<ActivityFilter>) {
    setParams((present) => writeFilter(present, { ...readFilter(present), ...change }), {
      preventScrollReset: true,
    });
  }

  return (
    <div className={styles.screen}>
      <ActivityFilters filter={filter} choose={choose}>
        <DownloadButton load={() => downloadActivity(scope)} fallbackName="activity.csv">
          {m.common.exportCsv}
        </DownloadButton>
      </ActivityFilters>
      <Loaded query={activity} skeleton={<ActivitySkeleton />} failed={m.activity.failed}>
        {({ pages }) => <Days pages={pages} zone={zone} isNarrowed={isNarrowed(filter)} />}
      </Loaded>
      {activity.isFetchNextPageError ? (
        <Text tone="danger" role="alert">
          {m.activity.more.failed({
            errorMessage: errorMessage(activity.error),
          })}
        </Text>
      ) : null}
      {activity.hasNextPage ? (
        <Button busy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
          {activity.isFetchingNextPage ? m.common.loading : m.activity.more.action}
        </Button>
      ) : null}
    </div>
  );
}

interface DaysProps {
  pages: { events: ActivityEvent[] }[];
  zone: string;
  isNarrowed: boolean;
}

function Days({ pages, zone, isNarrowed: hasFilter }: DaysProps) {
  const days = useMemo(
    () =>
      byDay(
        pages.flatMap(({ events }) => events),
        zone,
      ),
    [pages, zone],
  );
  if (days.length === 0) {
    return (
      <EmptyState
        title={hasFilter ? m.activity.filter.noMatch : m.activity.empty}
        description={hasFilter ? m.activity.filter.noMatchHint : m.activity.emptyHint}
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
    <Skeletons
      label={m.activity.loading}
      heights={["2rem", "4rem", "4rem", "4rem"]}
      className={styles.screen}
    />
  );
}

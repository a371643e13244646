import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { StaffTruck, TruckDashboard } from "@/domain/api/staff-types";
import { closesAt, opensAt } from "@/domain/schedule/current-stops";
import { timeAt, whenAt } from "@/domain/schedule/schedule-words";
import { noonOf } from "@/domain/time/calendar-day";
import { formatDay } from "@/domain/time/time-words";
import { formatDollars, formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { prepSheetPath } from "@/staff/reports/api";
import { type Figure, FigureList } from "@/staff/shared/figure-list";
import {
  compareAmounts,
  compareMinutes,
  formatCount,
  formatMinutes,
} from "@/staff/shared/figure-words";
import { truckDashboardQuery } from "@/staff/shell/dashboard-queries-and-waiting-counts";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { ButtonLink } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Card, Row, Stack, Text } from "@/ui/layout";
import styles from "./dashboard.module.css";
import { TruckNeedsList } from "./needs-list";

interface TruckDayProps {
  truck: StaffTruck;
  /** The payments of all trucks are listed elsewhere. */
  withoutPayments: boolean;
}

/** A truck's day at a glance: four figures, its next stop, and what needs someone there. */
export function TruckDay({ truck, withoutPayments }: TruckDayProps) {
  const query = useQuery(truckDashboardQuery(truck._id));
  return (
    <Loaded
      query={query}
      skeleton={<DaySkeleton />}
      failed={m.day.failed}
      stale={(reason) => (
        <Text tone="danger" role="alert">
          {m.day.failedStale({ reason })}
        </Text>
      )}
    >
      {(dashboard) => (
        <Stack gap={4} columns="fill">
          <Today dashboard={dashboard} />
          <Stack gap={4} className={styles.pair}>
            {truck.scheduleMode === "stops" ? <Stops dashboard={dashboard} /> : null}
            <TruckNeedsList dashboard={dashboard} withoutPayments={withoutPayments} />
          </Stack>
        </Stack>
      )}
    </Loaded>
  );
}

/** Keeps the day's place, also while its truck is not known yet, so that the ways on stay under the thumb. */
export function DaySkeleton() {
  return <Skeletons label={m.day.loading} heights={["7rem", "9rem"]} className={styles.content} />;
}

/** The day so far, each figure against the same weekday at the same time of day. */
function Today({ dashboard }: { dashboard: TruckDashboard }) {
  const id = useId();
  const { date, untilNow, wholeDay } = dashboard.weekAgo;
  const day = formatDay(noonOf(date), "UTC");
  return (
    <Card as="section" gap={3} padding={4} columns="fill" aria-labelledby={id}>
      <Row gap={3} rowGap={1} align="baseline">
        <Text as="h2" size="l" id={id}>
          {m.day.title}
        </Text>
        <Text soft size="s">
          {wholeDay.orders > 0
            ? m.day.against({
                day,
                orders: formatCount(wholeDay.orders),
                revenue: formatSum(wholeDay.revenue),
              })
            : m.day.nothingBefore({ day })}
        </Text>
      </Row>
      <FigureList
        layout="row"
        figures={figuresOf(dashboard.today, wholeDay.orders > 0 ? untilNow : null)}
      />
    </Card>
  );
}

type DayFigures = TruckDashboard["today"];

function figuresOf(now: DayFigures, before: DayFigures | null): Figure[] {
  return [
    {
      label: m.common.orders,
      value: formatCount(now.orders),
      change: before && compareAmounts(now.orders, before.orders, formatCount),
    },
    {
      label: m.common.revenue,
      value: formatSum(now.revenue),
      change: before && compareAmounts(now.revenue, before.revenue, formatSum),
    },
    {
      label: m.analytics.totals.average,
      value: formatDollars(now.averageOrder),
      // An average of nothing is none.
      change:
        before && now.orders > 0 && before.orders > 0
          ? compareAmounts(now.averageOrder, before.averageOrder, formatDollars)
          : null,
    },
    {
      label: m.analytics.totals.timeToReady,
      value: formatMinutes(now.medianMinutesToReady),
      change: before && compareMinutes(now.medianMinutesToReady, before.medianMinutesToReady),
    },
  ];
}

/** Where the truck is, where it will be next, and what to prepare for it. */
function Stops({ dashboard: { current, next, prepSheet } }: { dashboard: TruckDashboard }) {
  const id = useId();
  const now = useNow();
  return (
    <Card as="section" gap={2} padding={4} content="start" columns="fill" aria-labelledby={id}>
      <Text as="h2" size="l" id={id}>
        {m.day.nextStop}
      </Text>
      {current ? (
        <Text breaks>
          {m.day.here({
            place: current.place.name,
            time: timeAt(closesAt(current), current),
            count: current.orders,
            revenue: formatDollars(current.revenue),
          })}
        </Text>
      ) : null}
      {next ? (
        <Text weight={650} breaks>
          {m.day.next({
            place: next.place.name,
            from: whenAt(opensAt(next), next, now),
            to: timeAt(closesAt(next), next),
            count: next.orders,
          })}
        </Text>
      ) : (
        <Text soft>{m.day.noNext}</Text>
      )}
      {prepSheet ? (
        <>
          <Text soft breaks>
            {prepWords(prepSheet)}
          </Text>
          <div>
            <ButtonLink to={prepSheetPath(prepSheet.stopId)}>{m.day.prepSheet}</ButtonLink>
          </div>
        </>
      ) : (
        <div>
          <ButtonLink to="/admin/schedule">{m.day.plan}</ButtonLink>
        </div>
      )}
    </Card>
  );
}

function prepWords(head: NonNullable<TruckDashboard["prepSheet"]>): string {
  const { expected, preordered, items, moreItems } = head;
  if (items.length === 0) return m.day.nothingExpected;
  const names = items.map((item) =>
    m.day.amountOf({ name: item.name, count: item.expected ?? item.preordered }),
  );
  const list = formatList(moreItems > 0 ? [...names, m.needs.more({ count: moreItems })] : names);
  return expected === null
    ? m.day.preordered({ preordered, list })
    : m.day.expected({ expected, preordered, list });
}

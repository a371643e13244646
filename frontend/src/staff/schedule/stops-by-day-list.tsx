import { useId, useState } from "react";
import { closesAt, opensAt } from "@/domain/schedule/current-stops";
import { timeAt } from "@/domain/schedule/schedule-words";
import { type CalendarDay, noonOf } from "@/domain/time/calendar-day";
import { formatDay } from "@/domain/time/time-words";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { PlusIcon } from "@/ui/icons/common-icons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import type { StaffStop } from "./api";
import styles from "./schedule.module.css";
import { stateLabel } from "./stop-figures";
import type { SchedulePeriod } from "./use-schedule-period";

interface DayListProps {
  period: SchedulePeriod;
  stops: readonly StaffStop[];
  /** The form of a new stop is about to open. */
  isAdding: boolean;
  onAdd: (day?: CalendarDay) => void;
  onOpen: (stop: StaffStop) => void;
}

/** The days of the week, or of all stops to come, each with its stops. */
export function DayList({ period, stops, isAdding, onAdd, onOpen }: DayListProps) {
  const days = period.days ?? [...new Set(stops.map(({ date }) => date))].sort();
  if (stops.length === 0 && period.view === "list") {
    return (
      <EmptyState
        title={m.schedule.empty}
        description={m.schedule.emptyHint}
        action={
          <Button variant="primary" busy={isAdding} onClick={() => onAdd()}>
            {m.schedule.addStop}
          </Button>
        }
      />
    );
  }
  return (
    <>
      {stops.length === 0 && days.some((day) => day >= period.today) ? (
        <EmptyState
          title={m.schedule.emptyWeek}
          description={m.schedule.emptyHint}
          action={
            <Button variant="primary" busy={isAdding} onClick={() => onAdd()}>
              {m.schedule.planStop}
            </Button>
          }
        />
      ) : null}
      <Days
        key={period.monday}
        period={period}
        days={days}
        stops={stops}
        onAdd={onAdd}
        onOpen={onOpen}
      />
    </>
  );
}

interface DaysProps extends Omit<DayListProps, "isAdding"> {
  days: CalendarDay[];
}

/** On a phone the week opens at today: the finished days before it unfold above. */
function Days({ period, days, stops, onAdd, onOpen }: DaysProps) {
  const [isFolded, setFolded] = useState(true);
  const id = useId();
  const finished = days.includes(period.today) ? days.filter((day) => day < period.today) : [];
  return (
    <>
      {finished.length > 0 ? (
        <Button
          block
          className={styles.earlier}
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={() => setFolded(!isFolded)}
        >
          {m.schedule.earlierDays({ count: finished.length })}
        </Button>
      ) : null}
      <Stack
        as="ul"
        gap={4}
        marginTop={5}
        id={id}
        className={classNames(period.view === "week" && styles.week, isFolded && styles.folded)}
      >
        {days.map((day) => (
          <Stack
            key={day}
            as="li"
            gap={2}
            columns="fill"
            content="start"
            shrinks
            paddingTop={2}
            className={classNames(styles.day, day === period.today && styles.today)}
            aria-current={day === period.today ? "date" : undefined}
            data-finished={finished.includes(day) ? "" : undefined}
          >
            <Row gap={2} rowGap={0} align="center" justify="between">
              <Text as="h2" size="m" className={styles.dayName}>
                {formatDay(noonOf(day), "UTC")}
                {day === period.today ? (
                  <Text as="span" soft size="s" weight={650} className={styles.todayMark}>
                    {m.common.today}
                  </Text>
                ) : null}
              </Text>
              {day >= period.today ? (
                <Box
                  as="button"
                  bare
                  square
                  radius="control"
                  soft
                  type="button"
                  className={styles.addHere}
                  aria-label={m.schedule.addStopOn({ day: formatDay(noonOf(day), "UTC") })}
                  onClick={() => onAdd(day)}
                >
                  <PlusIcon />
                </Box>
              ) : null}
            </Row>
            {stops
              .filter(({ date }) => date === day)
              .map((stop) => (
                <StopCard key={stop._id} stop={stop} onOpen={() => onOpen(stop)} />
              ))}
          </Stack>
        ))}
      </Stack>
    </>
  );
}

const TONES: Record<string, BadgeTone> = { open: "good", cancelled: "danger", upcoming: "info" };

/** One stop: when, where, its state, and what it has sold; opens its form. */
function StopCard({ stop, onOpen }: { stop: StaffStop; onOpen: () => void }) {
  const times = m.common.hoursFromTo({
    from: timeAt(opensAt(stop), stop),
    to: timeAt(closesAt(stop), stop),
  });
  return (
    <button
      type="button"
      className={classNames(styles.stop, stop.status === "cancelled" && styles.cancelled)}
      onClick={onOpen}
    >
      <Text as="span" weight={750} className={styles.times}>
        {times}
      </Text>
      <Text as="span" weight={650}>
        {stop.place.name}
      </Text>
      <Row as="span" gap={2} rowGap={1} align="center" soft size="s">
        <Badge tone={TONES[stop.state] ?? "neutral"}>{stateLabel(stop.state)}</Badge>
        {stop.seriesId ? <span>{m.schedule.stop.weekly}</span> : null}
        {stop.orders > 0 ? (
          <span>
            {m.schedule.stop.ordersAndRevenue({
              count: stop.orders,
              revenue: formatDollars(stop.revenue),
            })}
          </span>
        ) : null}
        {stop.unitsUsed > 0 ? <StopLoad stop={stop} /> : null}
        {stop.bookedOut ? <span>{m.schedule.stop.full}</span> : null}
      </Row>
      {stop.note ? (
        <Text as="span" soft size="s">
          {stop.note}
        </Text>
      ) : null}
    </button>
  );
}

/** How much of all slots is taken, where they have a limit. */
function StopLoad({ stop }: { stop: StaffStop }) {
  if (stop.slotCapacity === null) return null;
  const minutes = (closesAt(stop).getTime() - opensAt(stop).getTime()) / 60_000;
  const total = Math.floor(minutes / stop.slotMinutes) * stop.slotCapacity;
  const percent = Math.round((stop.unitsUsed / total) * 100);
  return <span>{m.schedule.stop.taken({ percent })}</span>;
}

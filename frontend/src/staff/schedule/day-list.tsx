import { type CalendarDay, noonOf } from "@/domain/time/calendar-day";
import { formatDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { PlusIcon } from "@/ui/icons/order-icons";
import { Row, Stack, Text } from "@/ui/layout";
import type { StaffStop } from "./api";
import styles from "./schedule.module.css";
import { StopCard } from "./stop-card";
import type { SchedulePeriod } from "./use-schedule-period";

interface DayListProps {
  period: SchedulePeriod;
  stops: readonly StaffStop[];
  onAdd: (day?: CalendarDay) => void;
  onOpen: (stop: StaffStop) => void;
}

/** The days of the week, or of all stops to come, each with its stops. */
export function DayList({ period, stops, onAdd, onOpen }: DayListProps) {
  const days = period.days ?? [...new Set(stops.map(({ date }) => date))].sort();
  if (stops.length === 0 && period.view === "list") {
    return (
      <EmptyState
        title={m.schedule.empty}
        description={m.schedule.emptyHint}
        action={
          <Button variant="primary" onClick={() => onAdd()}>
            {m.schedule.addStop}
          </Button>
        }
      />
    );
  }
  return (
    <ul className={classNames(styles.days, period.view === "week" && styles.week)}>
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
        >
          <Row gap={2} align="center" justify="between" oneLine>
            <Text as="h2" size="m">
              {formatDay(noonOf(day), "UTC")}
              {day === period.today ? (
                <span className={styles.todayMark}>{m.common.today}</span>
              ) : null}
            </Text>
            {day >= period.today ? (
              <button
                type="button"
                className={styles.addHere}
                aria-label={m.schedule.addStopOn({ day: formatDay(noonOf(day), "UTC") })}
                onClick={() => onAdd(day)}
              >
                <PlusIcon />
              </button>
            ) : null}
          </Row>
          {stops
            .filter(({ date }) => date === day)
            .map((stop) => (
              <StopCard key={stop._id} stop={stop} onOpen={() => onOpen(stop)} />
            ))}
        </Stack>
      ))}
    </ul>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { TruckComparison } from "@/domain/api/staff-types";
import {
  addDays,
  type CalendarDay,
  isCalendarDay,
  longDay,
  mondayOf,
  shortDay,
} from "@/domain/time/calendar-day";
import { DEFAULT_TIMEZONE, dayInZone } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { withParams } from "@/ui/browser/with-params-and-param-once";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { ArrowLeftIcon } from "@/ui/icons/common-icons";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { comparisonQuery } from "./api";
import { ComparisonTable } from "./comparison-table";
import styles from "./dashboard.module.css";

/** All trucks on a day or in a week, for the platform's owner; nothing while there is no truck. */
export function Comparison() {
  const days = useComparedDays();
  const query = useQuery(comparisonQuery(days.from, days.to));
  if (query.data?.trucks.length === 0) return null;
  return (
    <Stack as="section" gap={4} columns="fill" marginTop={8} aria-labelledby="comparison-heading">
      <h2 id="comparison-heading">{m.comparison.title}</h2>
      <DaySteps days={days} />
      <Loaded
        query={query}
        skeleton={
          <Skeletons
            label={m.comparison.loading}
            heights={["3.5rem", "3.5rem", "3.5rem"]}
            className={styles.content}
          />
        }
        failed={m.comparison.failed}
        headingLevel="h3"
        stale={(sentence) => (
          <Text tone="danger" role="alert">
            {m.comparison.failedStale({ reason: sentence })}
          </Text>
        )}
      >
        {(found) => <Content comparison={found} days={days} isStale={query.isPlaceholderData} />}
      </Loaded>
    </Stack>
  );
}

interface ContentProps {
  comparison: TruckComparison;
  days: ComparedDays;
  /** Whether the figures are still those of other days. */
  isStale: boolean;
}

function Content({ comparison, days, isStale }: ContentProps) {
  return (
    <div aria-busy={isStale} className={isStale ? styles.stale : styles.content}>
      <Text soft size="s" weight={400} role="status">
        {isStale ? m.comparison.loading : m.comparison.ownClock({ days: wordDays(days) })}
      </Text>
      <ComparisonTable comparison={comparison} />
      {comparison.moreTrucks > 0 ? (
        <Text soft size="s" weight={400}>
          {m.comparison.more({ count: comparison.moreTrucks })}
        </Text>
      ) : null}
    </div>
  );
}

function wordDays({ from, to }: ComparedDays): string {
  if (from === to) return longDay(from);
  return m.comparison.week({ first: shortDay(from), last: shortDay(to) });
}

/** Chooses the day or the week. */
function DaySteps({ days }: { days: ComparedDays }) {
  const isWeek = days.span === "week";
  return (
    <Row gap={3} align="end">
      <SegmentedChoice
        label={m.comparison.period}
        choices={[
          { value: "day", label: m.common.day },
          { value: "week", label: m.common.week },
        ]}
        value={days.span}
        onChange={days.chooseSpan}
      />
      <Row gap={2} align="end">
        <Button
          aria-label={isWeek ? m.common.previousWeek : m.comparison.previousDay}
          onClick={() => days.move(-1)}
        >
          <ArrowLeftIcon />
        </Button>
        <Field label={m.comparison.date}>
          <TextInput
            type="date"
            value={days.day}
            onChange={(event) => days.chooseDay(event.target.value)}
          />
        </Field>
        <Button
          aria-label={isWeek ? m.common.nextWeek : m.comparison.nextDay}
          onClick={() => days.move(1)}
        >
          <span className={styles.mirrored}>
            <ArrowLeftIcon />
          </span>
        </Button>
      </Row>
      {days.hasToday ? null : (
        <Button onClick={days.showToday}>{isWeek ? m.common.thisWeek : m.common.today}</Button>
      )}
    </Row>
  );
}

type Span = "day" | "week";

interface ComparedDays {
  span: Span;
  day: CalendarDay;
  from: CalendarDay;
  to: CalendarDay;
  hasToday: boolean;
  chooseSpan: (span: Span) => void;
  chooseDay: (day: CalendarDay) => void;
  /** That many days or weeks on or back. */
  move: (steps: number) => void;
  showToday: () => void;
}

const DAYS_OF = { day: 1, week: 7 };

/** Which day or week is compared, at first today; in the address, so that the way back leads to the same. */
function useComparedDays(): ComparedDays {
  const [params, setParams] = useSearchParams();
  const today = dayInZone(useNow(), DEFAULT_TIMEZONE);
  const span: Span = params.get("span") === "week" ? "week" : "day";
  const wanted = params.get("day");
  const day = isCalendarDay(wanted) ? wanted : today;
  const from = span === "week" ? mondayOf(day) : day;
  const to = addDays(from, DAYS_OF[span] - 1);
  const set = (name: string, value: string | null) =>
    setParams((present) => withParams(present, { [name]: value }), { replace: true });
  return {
    span,
    day,
    from,
    to,
    hasToday: from <= today && today <= to,
    chooseSpan: (next) => set("span", next === "week" ? next : null),
    chooseDay: (next) => isCalendarDay(next) && set("day", next === today ? null : next),
    move: (steps) => set("day", addDays(from, steps * DAYS_OF[span])),
    showToday: () => set("day", null),
  };
}

import { useEffect, useState } from "react";
import { addDays, dayCount, isCalendarDay, shortDay } from "@/domain/time/calendar-day";
import { messages as m } from "@/messages";
import { withParams } from "@/ui/browser/with-params-and-param-once";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Stack } from "@/ui/layout";
import { DayRange } from "./day-range";
import styles from "./shared.module.css";

interface PeriodPickerProps {
  period: Period;
  /** Today in the truck's zone. */
  today: string;
  onChange: (period: Period) => void;
}

/** Which days the report is about. */
export function PeriodPicker({ period, today, onChange }: PeriodPickerProps) {
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
          dayClassName={styles.day}
          onShow={(days) => onChange({ choice: "custom", ...days })}
        />
      ) : null}
    </Stack>
  );
}

/** Both days count. */
export interface DaySpan {
  from: string;
  to: string;
}

const periodChoices = () =>
  [
    { value: "today", label: m.common.today },
    { value: "7", label: m.analytics.period.days7 },
    { value: "30", label: m.analytics.period.days30 },
    { value: "90", label: m.analytics.period.days90 },
    { value: "custom", label: m.analytics.period.custom },
  ] as const;
type PeriodChoice = ReturnType<typeof periodChoices>[number]["value"];

interface Period extends DaySpan {
  choice: PeriodChoice;
}

const DEFAULT_CHOICE = "30";

/** The period that the address asks for, counted back from today in the truck's zone. */
export function readPeriod(search: URLSearchParams, today: string): Period {
  const [from, to] = [search.get("from"), search.get("to")];
  if (isCalendarDay(from) && isCalendarDay(to) && from <= to) return { choice: "custom", from, to };
  const asked = search.get("period");
  const choice = periodChoices().find(({ value }) => value === asked && value !== "custom");
  return lastDays(choice?.value ?? DEFAULT_CHOICE, today);
}

/** The address for a choice; everything else in it stays. */
export function writePeriod(search: URLSearchParams, period: Period): URLSearchParams {
  const { choice, from, to } = period;
  const isCustom = choice === "custom";
  return withParams(search, {
    period: isCustom ? null : choice,
    from: isCustom ? from : null,
    to: isCustom ? to : null,
  });
}

export function lastDays(choice: PeriodChoice, today: string): Period {
  const days = choice === "today" ? 1 : Number(choice);
  return { choice, from: addDays(today, 1 - days), to: today };
}

/** What is wrong with two typed days; null when nothing is. */
export function rangeProblem(from: string, to: string, today: string): string | null {
  if (!isCalendarDay(from) || !isCalendarDay(to)) return m.analytics.period.required;
  if (from > to) return m.analytics.period.reversed;
  if (to > today) return m.analytics.period.future;
  return null;
}

/** What the totals are compared with: as many days, right before. */
export function previousLabel({ from, to }: DaySpan, hadOrders: boolean): string {
  const { comparedWithDay, comparedWithDays, emptyDayBefore, emptyDaysBefore } = m.analytics.period;
  const days = dayCount(from, to);
  const last = shortDay(addDays(from, -1));
  if (days === 1) return (hadOrders ? comparedWithDay : emptyDayBefore)({ day: last });
  const first = shortDay(addDays(from, -days));
  return (hadOrders ? comparedWithDays : emptyDaysBefore)({ days, first, last });
}

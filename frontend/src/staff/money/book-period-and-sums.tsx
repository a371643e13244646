import { useState } from "react";
import { useSearchParams } from "react-router";
import { addDays, isCalendarDay } from "@/domain/time/calendar-day";
import { presentTime } from "@/domain/time/server-clock";
import { dayInZone } from "@/domain/time/wall-clock";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { DayRange } from "@/staff/shared/day-range";
import { withParams } from "@/ui/browser/with-params-and-param-once";
import type { Column } from "@/ui/content/table";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Stack, Text } from "@/ui/layout";
import styles from "./ledger.module.css";

const CHOICES = ["month", "last_month", "quarter", "last_quarter"] as const;
type Choice = (typeof CHOICES)[number];

interface BookPeriod {
  choice: Choice | "custom";
  from: string;
  to: string;
}

/** The months or quarters that returns and bookkeepers ask for, by the present day of the truck. */
export function bookPeriod(choice: Choice, today: string): BookPeriod {
  const months = choice.endsWith("month") ? 1 : 3;
  const year = Number(today.slice(0, 4));
  const month = Math.floor((Number(today.slice(5, 7)) - 1) / months) * months;
  const first = month - (choice.startsWith("last") ? months : 0);
  return {
    choice,
    from: firstOf(year, first),
    to: addDays(firstOf(year, first + months), -1),
  };
}

/** The first day of a month of a year, counted from 0; those of other years are counted on. */
function firstOf(year: number, month: number): string {
  const shown = new Date(Date.UTC(year, month, 1));
  return shown.toISOString().slice(0, 10);
}

/** The period that the address asks for. */
export function useBookPeriod(timezone: string, usual: Choice) {
  const [search, setSearch] = useSearchParams();
  const today = dayInZone(presentTime(), timezone);
  const [from, to, asked] = ["from", "to", "period"].map((name) => search.get(name));
  const choice = CHOICES.find((one) => one === asked) ?? usual;
  const period: BookPeriod =
    isCalendarDay(from) && isCalendarDay(to) && from <= to
      ? { choice: "custom", from, to }
      : bookPeriod(choice, today);
  function change(next: BookPeriod) {
    const isCustom = next.choice === "custom";
    setSearch((present) =>
      withParams(present, {
        period: isCustom ? null : next.choice,
        from: isCustom ? next.from : null,
        to: isCustom ? next.to : null,
      }),
    );
  }
  return { period, today, change };
}

interface BookPeriodPickerProps {
  period: BookPeriod;
  today: string;
  onChange: (period: BookPeriod) => void;
}

/** One press for the month or the quarter; other days by their dates. */
export function BookPeriodPicker({ period, today, onChange }: BookPeriodPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isCustom = isOpen || period.choice === "custom";
  const labels = m.books.period;
  return (
    <Stack gap={3} items="start">
      <SegmentedChoice
        label={m.common.period}
        choices={[
          { value: "month", label: labels.month },
          { value: "last_month", label: labels.lastMonth },
          { value: "quarter", label: labels.quarter },
          { value: "last_quarter", label: labels.lastQuarter },
          { value: "custom", label: labels.custom },
        ]}
        value={isCustom ? "custom" : period.choice}
        onChange={(chosen) => {
          setIsOpen(chosen === "custom");
          if (chosen !== "custom") onChange(bookPeriod(chosen, today));
        }}
      />
      {isCustom ? (
        <DayRange
          label={m.common.period}
          from={period.from}
          to={period.to}
          onShow={(days) => onChange({ choice: "custom", ...days })}
        />
      ) : null}
    </Stack>
  );
}

interface ShownSum {
  label: string;
  dollars: number;
  hint?: string;
}

/** The sums of the period; the first ones are what it is opened for. */
export function Sums({ sums, large }: { sums: readonly ShownSum[]; large: number }) {
  return (
    <dl className={styles.totals} aria-label={m.books.totals}>
      {sums.map(({ label, dollars, hint }, index) => (
        <div key={label} className={index < large ? styles.first : undefined}>
          <Text as="dt" soft size="s">
            {label}
          </Text>
          <dd>{formatSum(dollars)}</dd>
          {hint ? (
            <Text as="dd" soft size="s" className={styles.meaning}>
              {hint}
            </Text>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

type SumColumn<Sums> = readonly [key: string, header: string, read: (sums: Sums) => number];

/** A column for each sum of the rows; one that is zero in every row is left out. */
export function sumColumns<Sums, Row extends Sums>(
  rows: readonly Row[],
  totals: Sums,
  columns: readonly SumColumn<Sums>[],
): Column<Row>[] {
  return columns
    .filter(([, , read]) => rows.some((row) => read(row) !== 0))
    .map(([key, header, read]) => ({
      key,
      header,
      align: "end",
      cell: (row) => formatSum(read(row)),
      total: formatSum(read(totals)),
    }));
}

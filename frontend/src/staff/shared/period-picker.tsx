import { useEffect, useState } from "react";
import { messages as m } from "@/messages";
import { DayRange } from "@/staff/shared/day-range";
import { lastDays, type Period, periodChoices, rangeProblem } from "@/staff/shared/period";
import { SegmentedChoice } from "@/ui/controls/choices";
import { Stack } from "@/ui/layout";
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

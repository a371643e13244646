import { type FormEvent, useEffect, useId, useState } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices/segmented-choice";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { lastDays, type Period, periodChoices, rangeProblem } from "./period";
import styles from "./period-picker.module.css";

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
    <div className={styles.picker}>
      <SegmentedChoice
        label={m.staff.reportsAnalytics.period}
        choices={periodChoices()}
        value={isCustom ? "custom" : choice}
        onChange={(chosen) => {
          setIsOpen(chosen === "custom");
          if (chosen !== "custom") onChange(lastDays(chosen, today));
        }}
      />
      {isCustom ? <CustomRange period={period} today={today} onChange={onChange} /> : null}
    </div>
  );
}

/** Asked for only once both days are typed: half a date would be another report. */
function CustomRange({ period, today, onChange }: PeriodPickerProps) {
  const problemId = useId();
  const [from, setFrom] = useState(period.from);
  const [to, setTo] = useState(period.to);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    setFrom(period.from);
    setTo(period.to);
  }, [period.from, period.to]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const found = rangeProblem(from, to, today);
    setProblem(found);
    if (!found) onChange({ choice: "custom", from, to });
  }

  const wrong = problem ? { "aria-invalid": true, "aria-describedby": problemId } : {};
  return (
    <form noValidate onSubmit={handleSubmit} className={styles.range}>
      <DayField
        label={m.staff.reportsAnalytics.from3}
        value={from}
        max={today}
        onChange={setFrom}
        {...wrong}
      />
      <DayField
        label={m.staff.reportsAnalytics.to}
        value={to}
        max={today}
        onChange={setTo}
        {...wrong}
      />
      <Button type="submit">{m.staff.reportsAnalytics.show}</Button>
      {problem ? (
        <p id={problemId} role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
    </form>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  max: string;
  onChange: (day: string) => void;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
}

function DayField({ label, onChange, ...rest }: DayFieldProps) {
  return (
    <div className={styles.day}>
      <Field label={label}>
        <TextInput {...rest} type="date" onChange={(event) => onChange(event.target.value)} />
      </Field>
    </div>
  );
}

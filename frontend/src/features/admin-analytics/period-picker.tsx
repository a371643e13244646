import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { TextInput } from "@/components/ui/text-input";
import { lastDays, PERIOD_CHOICES, type Period, rangeProblem } from "./period";
import styles from "./period-picker.module.css";
import { SegmentedChoice } from "./segmented-choice";

interface PeriodPickerProps {
  period: Period;
  /** Today in the truck's zone. */
  today: string;
  onChange: (period: Period) => void;
}

/** Which days the report is about. */
export function PeriodPicker({ period, today, onChange }: PeriodPickerProps) {
  const [isCustom, setIsCustom] = useState(period.choice === "custom");
  return (
    <div className={styles.picker}>
      <SegmentedChoice
        label="Period"
        choices={PERIOD_CHOICES}
        value={isCustom ? "custom" : period.choice}
        onChange={(choice) => {
          setIsCustom(choice === "custom");
          if (choice !== "custom") onChange(lastDays(choice, today));
        }}
      />
      {isCustom ? <CustomRange period={period} today={today} onChange={onChange} /> : null}
    </div>
  );
}

/** Asked for only once both days are typed: half a date would be another report. */
function CustomRange({ period, today, onChange }: PeriodPickerProps) {
  const [from, setFrom] = useState(period.from);
  const [to, setTo] = useState(period.to);
  const [problem, setProblem] = useState<string | null>(null);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const found = rangeProblem(from, to, today);
    setProblem(found);
    if (!found) onChange({ choice: "custom", from, to });
  }

  return (
    <form noValidate onSubmit={handleSubmit} className={styles.range}>
      <Field label="From" error={problem}>
        <TextInput
          type="date"
          max={today}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </Field>
      <Field label="To">
        <TextInput
          type="date"
          max={today}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </Field>
      <Button type="submit">Show</Button>
    </form>
  );
}

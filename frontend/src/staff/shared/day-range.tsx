import { type FormEvent, type ReactNode, useState } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row } from "@/ui/layout";

interface DayRangeProps {
  /** Names the form. */
  label: string;
  /** The days that are shown now, as calendar days; empty for any. */
  from: string;
  to: string;
  max?: string;
  /** What is wrong with two days; null when nothing is. Only their order is checked unless told. */
  problemOf?: (from: string, to: string) => string | null;
  onShow: (days: { from: string; to: string }) => void;
  className?: string | undefined;
  /** Around each field. */
  dayClassName?: string | undefined;
  /** What else can be done, behind the button. */
  children?: ReactNode;
}

/** Asks for the days of a list or a report, only once both are typed: half a date would be another list. */
export function DayRange(props: DayRangeProps) {
  // Other days, as after the browser's Back, are other fields.
  return <Days key={`${props.from}/${props.to}`} {...props} />;
}

function Days({ label, from, to, max, problemOf = orderProblem, onShow, ...rest }: DayRangeProps) {
  const [problem, setProblem] = useState<string | null>(null);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [first, last] = [String(given.get("from") ?? ""), String(given.get("to") ?? "")];
    const found = problemOf(first, last);
    setProblem(found);
    if (!found) onShow({ from: first, to: last });
  }

  return (
    <Row
      as="form"
      noValidate
      gap={3}
      align="end"
      onSubmit={handleSubmit}
      className={rest.className}
      aria-label={label}
    >
      <div className={rest.dayClassName}>
        <Field label={m.common.from}>
          <TextInput type="date" name="from" defaultValue={from} max={max} />
        </Field>
      </div>
      <div className={rest.dayClassName}>
        <Field label={m.common.to} error={problem}>
          <TextInput type="date" name="to" defaultValue={to} max={max} />
        </Field>
      </div>
      <Button type="submit">{m.common.show}</Button>
      {rest.children}
    </Row>
  );
}

function orderProblem(from: string, to: string): string | null {
  return from && to && from > to ? m.common.firstDayAfterLast : null;
}

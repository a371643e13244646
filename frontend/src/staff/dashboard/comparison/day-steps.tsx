import { messages as m } from "@/messages";
import styles from "@/staff/dashboard/dashboard.module.css";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices";
import { ArrowLeftIcon } from "@/ui/icons/order-icons";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Row } from "@/ui/layout";
import type { ComparedDays } from "./use-compared-days";

/** Chooses the day or the week. */
export function DaySteps({ days }: { days: ComparedDays }) {
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
      <div className={styles.steps}>
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
      </div>
      {days.hasToday ? null : (
        <Button onClick={days.showToday}>{isWeek ? m.common.thisWeek : m.common.today}</Button>
      )}
    </Row>
  );
}

import { addDays, type CalendarDay, noonOf } from "@/domain/time/calendar-day";
import { dateInWords } from "@/domain/time/calendar-words";
import { wallClock } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { currentLanguage } from "@/messages/language";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices/segmented-choice";
import { ArrowLeftIcon, PlusIcon } from "@/ui/icons/order-icons";
import { Row } from "@/ui/layout";
import styles from "./schedule.module.css";
import type { SchedulePeriod } from "./use-schedule-period";

interface ScheduleToolbarProps {
  period: SchedulePeriod;
  /** Null until the schedule has loaded. */
  onAdd: (() => void) | null;
  /** Null while there is nothing to copy. */
  onCopyWeek: (() => void) | null;
  onPlaces: () => void;
}

export function ScheduleToolbar({ period, onAdd, onCopyWeek, onPlaces }: ScheduleToolbarProps) {
  return (
    <Row gap={3} align="center" marginBottom={5}>
      <SegmentedChoice
        label={m.schedule.view.label}
        choices={[
          { value: "week", label: m.common.week },
          { value: "list", label: m.schedule.view.list },
        ]}
        value={period.view}
        onChange={period.choose}
      />
      {period.view === "week" ? <WeekSteps period={period} /> : null}
      <Row gap={3} align="center" pushed>
        <Button onClick={onPlaces}>{m.common.places}</Button>
        {period.view === "week" && onCopyWeek ? (
          <Button onClick={onCopyWeek}>{m.schedule.copyWeek.action}</Button>
        ) : null}
        <Button variant="primary" disabled={!onAdd} onClick={() => onAdd?.()}>
          <PlusIcon />
          {m.schedule.addStop}
        </Button>
      </Row>
    </Row>
  );
}

function WeekSteps({ period }: { period: SchedulePeriod }) {
  const isPresent = period.days?.includes(period.today) === true;
  return (
    <div className={styles.steps}>
      <Button aria-label={m.common.previousWeek} onClick={() => period.move(-1)}>
        <ArrowLeftIcon />
      </Button>
      <p role="status" className={styles.weekName}>
        {m.schedule.weekOf({
          first: shortDate(period.monday),
          last: shortDate(addDays(period.monday, 6)),
        })}
      </p>
      <Button aria-label={m.common.nextWeek} onClick={() => period.move(1)}>
        <span className={styles.mirrored}>
          <ArrowLeftIcon />
        </span>
      </Button>
      {isPresent ? null : <Button onClick={period.showToday}>{m.common.thisWeek}</Button>}
    </div>
  );
}

/** Nov 23. */
function shortDate(day: CalendarDay): string {
  return dateInWords(wallClock(noonOf(day), "UTC"), currentLanguage());
}

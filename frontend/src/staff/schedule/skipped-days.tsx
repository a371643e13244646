import { closesAt, opensAt } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { noonOf } from "@/domain/time/calendar-day";
import { formatDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { Notice } from "@/ui/feedback/notice";
import { Stack } from "@/ui/layout";
import type { ListedSeries } from "./api";

/** The days to come on which a weekly stop was left out, because the truck is elsewhere at that time. */
export function SkippedDays({ series }: { series: readonly ListedSeries[] }) {
  const skipped = series
    .flatMap((one) => one.skipped.map((day) => ({ ...day, series: one })))
    .sort((one, other) => one.date.localeCompare(other.date));
  if (skipped.length === 0) return null;
  return (
    <Notice tone="warning" title={m.schedule.skipped.title}>
      <Stack as="ul" gap={1} breaks>
        {skipped.map(({ date, stop, series: { _id, place } }) => (
          <li key={`${_id} ${date}`}>
            {m.schedule.skipped.reason({
              day: formatDay(noonOf(date), "UTC"),
              place: place.name,
              other: stop.place.name,
              from: timeAt(opensAt(stop), stop),
              to: timeAt(closesAt(stop), stop),
            })}
          </li>
        ))}
      </Stack>
    </Notice>
  );
}

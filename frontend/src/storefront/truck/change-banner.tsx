import { useQuery } from "@tanstack/react-query";
import {
  closesAt,
  nextChange,
  type PresentSchedule,
  type Stop,
} from "@/domain/schedule/current-stops";
import { timeAt } from "@/domain/schedule/schedule-words";
import { comingStopsQuery } from "@/domain/schedule/stops-api";
import { dayInZone } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { Notice } from "@/ui/feedback/notice";
import { Text } from "@/ui/layout";

type Change = NonNullable<Stop["change"]>;

interface ChangeBannerProps {
  slug: string;
  schedule: PresentSchedule;
  now: Date;
}

/** The change of plan of the stop that the page is about, or of one today that was called off. */
export function ChangeBanner({ slug, schedule, now }: ChangeBannerProps) {
  const shown = schedule.current ?? schedule.next;
  // The schedule of a truck leaves out what is cancelled; only the list of its stops has it.
  const coming = useQuery({
    ...comingStopsQuery(slug, nextChange(schedule, now)),
    enabled: schedule.isMoving && schedule.current === null,
  });
  const calledOff = schedule.current
    ? undefined
    : coming.data?.find((stop) => stop.status === "cancelled" && isToday(stop, now));
  const stop = calledOff ?? shown;
  const change = stop?.change;
  return (
    <div aria-live="polite">
      {stop && change ? (
        <Text as="div" marginBottom={4} breaks>
          <Notice tone="warning" title={titleOf(change, stop)}>
            {change.sentence ? `“${change.sentence}”` : null}
          </Notice>
        </Text>
      ) : null}
    </div>
  );
}

function titleOf({ kind }: Change, stop: Stop): string {
  const { name } = stop.place;
  switch (kind) {
    case "late":
      return m.truck.change.late({ minutes: stop.delayMinutes });
    case "moved":
      return m.truck.change.moved({ place: name });
    case "ends_early":
      return m.truck.change.endsEarly({ time: timeAt(closesAt(stop), stop) });
    case "cancelled":
      return m.truck.change.cancelled({ place: name });
  }
}

function isToday({ startsAt, place }: Stop, now: Date): boolean {
  return dayInZone(new Date(startsAt), place.timezone) === dayInZone(now, place.timezone);
}

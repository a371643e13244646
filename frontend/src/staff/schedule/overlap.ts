import { ApiError } from "@/domain/api/errors";
import { closesAt, opensAt, type Stop } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { formatDay } from "@/domain/time/dates";
import { messages as m } from "@/messages";

/** Names the stop that is in the way of another one; null for any other failure. */
export function overlapSentence(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "stop_overlaps") return null;
  const { stop } = error.body as { stop?: Stop };
  if (!stop) return error.message;
  return m.plan.overlaps({
    place: stop.place.name,
    day: formatDay(opensAt(stop), stop.place.timezone),
    from: timeAt(opensAt(stop), stop),
    to: timeAt(closesAt(stop), stop),
  });
}

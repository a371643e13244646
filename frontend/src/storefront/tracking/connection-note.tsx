import type { LiveState } from "@/domain/live/live";
import { formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { Notice } from "@/ui/feedback/notice";

interface ConnectionNoteProps {
  live: LiveState;
  /** Asking has failed as well. */
  offline: boolean;
  timezone: string;
}

/** Said while the screen does not hear at once what the kitchen does. */
export function ConnectionNote({ live, offline, timezone }: ConnectionNoteProps) {
  const lost = live.state === "lost" ? live.lostSince : null;
  if (lost === null) return null;
  const title = m.tracking.connection.lostSince({
    time: formatTimeOfDay(new Date(lost), timezone),
  });
  return (
    <Notice tone="warning" title={title} role="status">
      {offline ? m.tracking.connection.stale : m.tracking.connection.polling}
    </Notice>
  );
}

import { useEffect, useState } from "react";
import { serverNow } from "@/domain/time/server-clock";

/** How long before its end a hold is counted down. */
const COUNTED_SECONDS = 120;
const SECOND_MS = 1000;

export interface HoldClock {
  /** The whole seconds that are left, in the last two minutes. */
  secondsLeft: number | null;
  isOver: () => boolean;
}

/** Follows the hold of a pickup slot until an instant (ISO 8601); none where nothing is held. */
export function useHold(until: string | undefined): HoldClock {
  // A clock that is ahead by the whole hold says nothing about it: then only the provider tells that it is over.
  const [endsAt] = useState(() => {
    const end = Date.parse(until ?? "");
    return end > serverNow() ? end : Number.POSITIVE_INFINITY;
  });
  const [secondsLeft, setSecondsLeft] = useState(() => countedSeconds(endsAt));
  useEffect(() => {
    if (endsAt === Number.POSITIVE_INFINITY) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setSecondsLeft(countedSeconds(endsAt));
      const left = endsAt - serverNow();
      if (left <= 0) return;
      const untilCounted = left - COUNTED_SECONDS * SECOND_MS;
      timer = setTimeout(tick, untilCounted > 0 ? untilCounted : left % SECOND_MS || SECOND_MS);
    };
    tick();
    return () => clearTimeout(timer);
  }, [endsAt]);
  return { secondsLeft, isOver: () => serverNow() >= endsAt };
}

function countedSeconds(endsAt: number): number | null {
  const seconds = Math.max(0, Math.ceil((endsAt - serverNow()) / SECOND_MS));
  return seconds <= COUNTED_SECONDS ? seconds : null;
}

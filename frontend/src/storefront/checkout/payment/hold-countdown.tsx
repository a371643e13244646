import { useState } from "react";
import { serverNow } from "@/domain/time/server-clock";
import { messages as m } from "@/messages";
import styles from "@/storefront/checkout/checkout.module.css";
import { useSecondsUntil } from "@/ui/browser/use-countdown";
import { Text } from "@/ui/layout";

/** How long before its end a hold is counted down. */
const COUNTED_SECONDS = 120;

/** Follows the hold of a pickup slot until an instant (ISO 8601); none where nothing is held. */
export function useHold(until: string | undefined) {
  // A clock that is ahead by the whole hold says nothing about it: then only the provider tells that it is over.
  const [endsAt] = useState(() => {
    const end = Date.parse(until ?? "");
    return end > serverNow() ? end : Number.POSITIVE_INFINITY;
  });
  const secondsLeft = useSecondsUntil(endsAt, COUNTED_SECONDS);
  return { secondsLeft, isOver: () => serverNow() >= endsAt };
}

/** Seconds at which the time that is left is read out; each second would drown the form. */
const READ_OUT = [10, 30, 60, 120];

interface HoldCountdownProps {
  secondsLeft: number | null;
  /** Whether a pickup slot is held; otherwise it is the price of an offer. */
  hasSlot: boolean;
}

/** The last two minutes for which a pickup slot or an offer is held. */
export function HoldCountdown({ secondsLeft, hasSlot }: HoldCountdownProps) {
  const isShown = secondsLeft !== null && secondsLeft > 0;
  return (
    // Out of the way while it has nothing to show, because an empty row would hold the form down.
    <div className={isShown ? undefined : "visually-hidden"}>
      {isShown ? (
        <Text
          surface="warning"
          radius="control"
          tone="warning"
          weight={700}
          tabular
          aria-hidden="true"
          className={styles.time}
        >
          {m.pickup.heldFor({ time: clock(secondsLeft) })}
        </Text>
      ) : null}
      <p role="status" aria-live="polite" className="visually-hidden">
        {isShown ? spoken(secondsLeft, hasSlot) : ""}
      </p>
    </div>
  );
}

/** "1:05". */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The same sentence until the next one is due. */
function spoken(secondsLeft: number, hasSlot: boolean): string {
  const seconds = READ_OUT.find((limit) => secondsLeft <= limit) ?? secondsLeft;
  if (!hasSlot)
    return seconds < 60
      ? m.checkout.hold.priceSeconds({ seconds })
      : m.checkout.hold.priceMinutes({ minutes: seconds / 60 });
  return seconds < 60
    ? m.pickup.heldSeconds({ seconds })
    : m.pickup.heldMinutes({ minutes: seconds / 60 });
}

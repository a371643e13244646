import { messages as m } from "@/messages";
import styles from "@/storefront/checkout/checkout.module.css";

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
    <div className={styles.countdown}>
      {isShown ? (
        <p aria-hidden="true" className={styles.time}>
          {m.pickup.heldFor({ time: clock(secondsLeft) })}
        </p>
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

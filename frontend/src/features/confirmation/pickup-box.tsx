import { dayInZone, formatDay, formatPickupEstimate, parseInstant } from "@/lib/time";
import styles from "./confirmation.module.css";

interface PickupBoxProps {
  /** An instant, or any text, which is shown as it is. */
  estimate: string | null;
  timezone: string;
}

export function PickupBox({ estimate, timezone }: PickupBoxProps) {
  const day = estimate ? dayUnlessToday(estimate, timezone) : null;
  return (
    <section aria-labelledby="estimated-pickup" className={styles.pickup}>
      <h2 id="estimated-pickup">Estimated Pickup</h2>
      <p className={styles.pickupTime}>
        {estimate
          ? `ready by ${formatPickupEstimate(estimate, timezone)}`
          : "approximately 15-30 minutes"}
      </p>
      {day ? <p>{day}</p> : null}
    </section>
  );
}

function dayUnlessToday(estimate: string, timezone: string): string | null {
  const instant = parseInstant(estimate);
  if (!instant) return null;
  const isToday = dayInZone(instant, timezone) === dayInZone(new Date(), timezone);
  return isToday ? null : formatDay(instant, timezone);
}

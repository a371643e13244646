import { closesAt, opensAt, type Stop } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { formatDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import styles from "@/storefront/checkout/checkout.module.css";
import { PinIcon } from "@/ui/icons/icons";
import { Text } from "@/ui/layout";

/** Where and when the truck is that the order will be picked up at. */
export function PickupStop({ stop }: { stop: Stop }) {
  const { name, address, timezone } = stop.place;
  return (
    <section aria-labelledby="pickup-stop" className={styles.stop}>
      <PinIcon />
      <div>
        <Text as="h2" size="m" breaks id="pickup-stop">
          {m.checkout.stop.place({ name })}
        </Text>
        {address ? <p>{address}</p> : null}
        <p className={styles.when}>
          {m.common.dayFromTo({
            day: formatDay(opensAt(stop), timezone),
            from: timeAt(opensAt(stop), stop),
            to: timeAt(closesAt(stop), stop),
          })}
        </p>
      </div>
    </section>
  );
}

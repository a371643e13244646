import { clockLabel } from "@/domain/orders/estimate";
import { presentTime } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";
import type { PaymentIntentAnswer } from "@/storefront/checkout/api";
import styles from "@/storefront/checkout/checkout.module.css";
import { PinIcon } from "@/ui/icons/icons";
import { Text } from "@/ui/layout";

interface PickupAgreedProps {
  payment: Pick<PaymentIntentAnswer, "pickupAt" | "place">;
  /** The truck's own zone, for one that does not move. */
  zone: string;
}

/** When and where the order that is being paid is picked up, as the server has agreed to it. */
export function PickupAgreed({ payment, zone }: PickupAgreedProps) {
  const { pickupAt, place } = payment;
  const instant = parseInstant(pickupAt);
  if (!instant) return null;
  const when = clockLabel(instant, place?.timezone ?? zone, presentTime());
  return (
    <section aria-labelledby="pickup-agreed" className={styles.stop}>
      <PinIcon />
      <div>
        <Text as="h2" size="m" breaks id="pickup-agreed">
          {m.checkout.stop.agreedTime({ when })}
        </Text>
        {place ? <p>{[place.name, place.address].filter(Boolean).join(", ")}</p> : null}
      </div>
    </section>
  );
}

import { messages as m } from "@/messages";
import { pickupLabels } from "@/storefront/ticket/pickup-time";
import { Stack, Text } from "@/ui/layout";
import styles from "./confirmation.module.css";

interface PickupBoxProps {
  /** An instant, or any text, which is shown as it is. */
  estimate: string | null;
  timezone: string;
  /** Where the truck stops for it. */
  place: { name: string; address: string } | null;
}

export function PickupBox({ estimate, timezone, place }: PickupBoxProps) {
  const { when, day } = pickupLabels(estimate, timezone);
  return (
    <Stack
      as="section"
      gap={1}
      padding={5}
      radius="card"
      aria-labelledby="estimated-pickup"
      className={styles.pickup}
    >
      <Text as="h2" size="l" id="estimated-pickup">
        {m.confirmation.order.pickup}
      </Text>
      <Text size="2xl" weight={800} face="display" leading={1.15}>
        {when}
      </Text>
      {day ? <p>{day}</p> : null}
      {place ? <p>{m.confirmation.order.place({ name: place.name })}</p> : null}
      {place?.address ? <p>{place.address}</p> : null}
    </Stack>
  );
}

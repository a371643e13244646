import { Link } from "wouter";
import { placeOf } from "@/domain/trucks/truck-place";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { MapLink } from "@/storefront/directions/map-link";
import { ExternalLink } from "@/ui/content/external-link";
import { PinIcon } from "@/ui/icons/icons";
import { PhoneIcon } from "@/ui/icons/order-icons";
import { Row, Stack, Text } from "@/ui/layout";
import type { TrackedOrder } from "./api";
import styles from "./tracking.module.css";

/** Where the food waits, and how to reach the truck. No food waits for a cancelled order. */
export function PickupPlace({
  order: { status, truck, place: orderPlace, stop },
}: {
  order: TrackedOrder;
}) {
  const stopPlace = stop?.place ?? orderPlace;
  const place = stopPlace
    ? [stopPlace.name, stopPlace.address].filter(Boolean).join(", ")
    : placeOf(truck);
  const name = stopPlace ? stopPlace.name : truck.name;
  const address = stopPlace ? stopPlace.address : place;
  const isWaitedFor = status !== "cancelled";
  return (
    <Stack as="section" gap={3} aria-labelledby="pickup-place">
      <Text as="h2" size="l" id="pickup-place">
        {isWaitedFor ? m.tracking.place.title : m.tracking.place.questions}
      </Text>
      <Stack as="p" weight={650} className={styles.truck}>
        {truck.isActive ? <Link to={`/${truck.slug}`}>{truck.name}</Link> : truck.name}
        {place && isWaitedFor ? (
          <Text as="span" weight={400}>
            {place}
          </Text>
        ) : null}
      </Stack>
      {isWaitedFor && stop?.place.directions ? <p>{stop.place.directions}</p> : null}
      <Row as="ul" gap={3}>
        {isWaitedFor && place ? (
          <li>
            <MapLink place={stop?.place ?? { name, address, latitude: null, longitude: null }}>
              <PinIcon size={18} /> {m.tracking.place.map}
            </MapLink>
          </li>
        ) : null}
        {truck.phone ? (
          <li>
            <ExternalLink href={`tel:${truck.phone}`}>
              <PhoneIcon size={18} /> {m.tracking.place.call({ phone: displayPhone(truck.phone) })}
            </ExternalLink>
          </li>
        ) : null}
      </Row>
    </Stack>
  );
}

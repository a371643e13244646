import { Link } from "react-router";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { ExternalLink } from "@/ui/content/external-link";
import { PhoneIcon, PinIcon } from "@/ui/icons/icons";
import type { TrackedTruck } from "./api";
import styles from "./pickup-place.module.css";

/** Where the food waits, and how to reach the truck. */
export function PickupPlace({ truck }: { truck: TrackedTruck }) {
  const place = [truck.location.city, truck.location.state].filter(Boolean).join(", ");
  return (
    <section aria-labelledby="pickup-place" className={styles.place}>
      <h2 id="pickup-place">{m.storefront.tracking.whereToPickUp}</h2>
      <p className={styles.truck}>
        {truck.isActive ? <Link to={`/${truck.slug}`}>{truck.name}</Link> : truck.name}
        {place ? <span className={styles.city}>{place}</span> : null}
      </p>
      <ul className={styles.ways}>
        {place ? (
          <li>
            <ExternalLink href={mapAddress(truck.name, place)}>
              <PinIcon size={18} /> {m.storefront.tracking.openTheMap}
            </ExternalLink>
          </li>
        ) : null}
        {truck.phone ? (
          <li>
            <ExternalLink href={`tel:${truck.phone}`}>
              <PhoneIcon size={18} />{" "}
              {m.storefront.tracking.callTheTruck({ phone: displayPhone(truck.phone) })}
            </ExternalLink>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function mapAddress(name: string, place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${place}`)}`;
}

import type { Truck } from "@/domain/api/public-types";
import { presentSchedule } from "@/domain/schedule/current-stops";
import { scheduleBadge } from "@/domain/schedule/schedule-words";
import { cityOf, formatDistance } from "@/domain/trucks/city-and-distance";
import { truckHueProps } from "@/domain/trucks/truck-hue";
import { messages as m } from "@/messages";
import { useNow } from "@/ui/browser/use-now";
import { Link } from "@/ui/controls/link";
import { Badge } from "./badge";
import { LetterPlate, ResponsiveImage } from "./images";
import styles from "./truck-card.module.css";

const CUISINE_TAGS = 3;

interface TruckCardProps {
  truck: Truck;
  first?: boolean;
  /** How far away it is, in meters; null where that is not known. */
  distance?: number | null;
  /** The menu item that a search has found here. */
  match?: string | undefined;
}

export function TruckCard({ truck, first = false, distance = null, match }: TruckCardProps) {
  const tags = (truck.cuisine ?? []).slice(0, CUISINE_TAGS);
  const now = useNow();
  const { current, next } = presentSchedule(truck, now);
  const stop = current ?? next;
  const place = [stop?.place.name, cityOf(truck)].filter(Boolean).join(", ");
  const badge = scheduleBadge(truck, now);
  return (
    <li className={styles.card} {...truckHueProps(truck)}>
      <ResponsiveImage
        address={truck.imageUrl}
        alt=""
        // A little less than on a phone it is: 4 % of sharpness weighs 2.5 times the bytes.
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 85vw"
        ratio="card"
        fallback={<LetterPlate name={truck.name} />}
        eager={first}
      />
      <div className={styles.badge}>
        <Badge tone={badge.isOpen ? "highlight" : "neutral"}>{badge.text}</Badge>
        {stop && stop.delayMinutes > 0 ? (
          <Badge tone="warning">{m.opening.minutesLate({ minutes: stop.delayMinutes })}</Badge>
        ) : null}
      </div>
      <div className={styles.text}>
        <h3 className={styles.name}>
          <Link to={`/${truck.slug}`} className={styles.link}>
            {truck.name}
          </Link>
        </h3>
        {match ? <p className={styles.match}>{m.home.serves({ name: match })}</p> : null}
        {truck.shortDescription ? (
          <p className={styles.description}>{truck.shortDescription}</p>
        ) : null}
        <div className={styles.facts}>
          {tags.length > 0 ? (
            <ul className={styles.tags} aria-label={m.common.cuisine}>
              {tags.map((tag) => (
                <li key={tag} className={styles.tag}>
                  {m.app.cuisineName(tag)}
                </li>
              ))}
            </ul>
          ) : null}
          {place ? (
            <p className={styles.place}>
              {distance === null ? place : `${place} · ${formatDistance(distance)}`}
            </p>
          ) : null}
          {badge.isOpen && truck.leadMinutes ? (
            <p className={styles.place}>{m.opening.readyIn({ minutes: truck.leadMinutes })}</p>
          ) : null}
        </div>
      </div>
    </li>
  );
}

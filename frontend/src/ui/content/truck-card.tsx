import type { Truck } from "@/domain/api/public-types";
import { presentSchedule } from "@/domain/schedule/current-stops";
import { scheduleBadge } from "@/domain/schedule/schedule-words";
import { cityOf, formatDistance } from "@/domain/trucks/city-and-distance";
import { truckHueProps } from "@/domain/trucks/truck-hue";
import { messages as m } from "@/messages";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { Link } from "@/ui/controls/router-link";
import { Row, Stack, Text } from "@/ui/layout";
import { Badge } from "./badge";
import { LetterPlate, ResponsiveImage } from "./images-and-letter-plates";
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
      <Row gap={1} justify="end" className={styles.badge}>
        <Badge tone={badge.isOpen ? "highlight" : "neutral"}>{badge.text}</Badge>
        {stop && stop.delayMinutes > 0 ? (
          <Badge tone="warning">{m.opening.minutesLate({ minutes: stop.delayMinutes })}</Badge>
        ) : null}
      </Row>
      <div className={styles.text}>
        <Text as="h3" size="xl" breaks>
          <Link to={`/${truck.slug}`} className={styles.link}>
            {truck.name}
          </Link>
        </Text>
        {match ? <Text weight={650}>{m.home.serves({ name: match })}</Text> : null}
        {truck.shortDescription ? <Text soft>{truck.shortDescription}</Text> : null}
        <Stack gap={2} paddingTop={1} className={styles.facts}>
          {tags.length > 0 ? (
            <Row as="ul" gap={1} aria-label={m.common.cuisine}>
              {tags.map((tag) => (
                <Text as="li" size="xs" weight={650} key={tag} className={styles.tag}>
                  {m.app.cuisineName(tag)}
                </Text>
              ))}
            </Row>
          ) : null}
          {place ? (
            <Text soft size="s">
              {distance === null ? place : `${place} · ${formatDistance(distance)}`}
            </Text>
          ) : null}
          {badge.isOpen && truck.leadMinutes ? (
            <Text soft size="s">
              {m.opening.readyIn({ minutes: truck.leadMinutes })}
            </Text>
          ) : null}
        </Stack>
      </div>
    </li>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { closesAt, opensAt, type Stop } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { comingStopsQuery } from "@/domain/schedule/stops-api";
import { formatDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { Spinner } from "@/ui/feedback/spinner";
import styles from "./coming-stops.module.css";

interface ComingStopsProps {
  slug: string;
  /** The instant from which the list reads differently; another one has it read again. */
  changesAt: string | null;
}

/** The stops of the next seven days, folded away until they are asked for. */
export function ComingStops({ slug, changesAt }: ComingStopsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.coming} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{m.storefront.truck.nextSevenDays}</summary>
      {isOpen ? <StopList slug={slug} changesAt={changesAt} /> : null}
    </details>
  );
}

function StopList({ slug, changesAt }: ComingStopsProps) {
  const { data: stops, error, refetch } = useQuery(comingStopsQuery(slug, changesAt));
  if (error && !stops) {
    return (
      <div className={styles.failure}>
        <p role="alert">{errorMessage(error)}</p>
        <Button onClick={() => void refetch()}>{m.storefront.truck.tryAgain}</Button>
      </div>
    );
  }
  if (!stops) return <Spinner label={m.storefront.truck.loadingStops} showLabel />;
  if (stops.length === 0) return <p>{m.storefront.truck.noStopsThisWeek}</p>;
  return (
    <ul className={styles.stops}>
      {stops.map((stop) => (
        <StopRow key={stop._id} stop={stop} />
      ))}
    </ul>
  );
}

function StopRow({ stop }: { stop: Stop }) {
  const isCancelled = stop.status === "cancelled";
  const { name, address, timezone } = stop.place;
  return (
    <li className={styles.stop}>
      <p className={styles.day}>{formatDay(opensAt(stop), timezone)}</p>
      <div>
        <p className={classNames(styles.when, isCancelled && styles.cancelled)}>
          {m.storefront.truck.fromTo({
            from: timeAt(opensAt(stop), stop),
            to: timeAt(closesAt(stop), stop),
          })}
        </p>
        {isCancelled ? <p className={styles.warning}>{m.storefront.truck.cancelled}</p> : null}
        <p>{[name, address].filter(Boolean).join(", ")}</p>
        {stop.note ? <p className={styles.note}>{stop.note}</p> : null}
      </div>
    </li>
  );
}

import { opensAt, type Stop } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { formatDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import styles from "@/storefront/truck/truck.module.css";
import { Button } from "@/ui/controls/button";
import { Row } from "@/ui/layout";

interface ChosenStopProps {
  /** Null when it takes no orders any more, or before it has loaded. */
  stop: Stop | null;
  /** Why nothing can be ordered then. */
  closed: string | null;
  onForget: () => void;
}

/** Which stop the customer has chosen to order for, with the way back to the next one. */
export function ChosenStop({ stop, closed, onForget }: ChosenStopProps) {
  return (
    <Row gap={3} align="center" wide paddingTop={4} lineAbove>
      <p role="status" className={styles.text}>
        {stop
          ? m.truck.stops.orderingFor({
              day: formatDay(opensAt(stop), stop.place.timezone),
              time: timeAt(opensAt(stop), stop),
              place: stop.place.name,
            })
          : closed}
      </p>
      <Button onClick={onForget}>{m.truck.stops.orderNext}</Button>
    </Row>
  );
}

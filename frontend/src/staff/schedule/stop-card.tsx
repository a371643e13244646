import { closesAt, opensAt } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { Row, Text } from "@/ui/layout";
import type { StaffStop } from "./api";
import styles from "./schedule.module.css";
import { stateLabel } from "./state-label";

const TONES: Record<string, BadgeTone> = { open: "good", cancelled: "danger", upcoming: "info" };

/** One stop: when, where, its state, and what it has sold; opens its form. */
export function StopCard({ stop, onOpen }: { stop: StaffStop; onOpen: () => void }) {
  const times = m.common.hoursFromTo({
    from: timeAt(opensAt(stop), stop),
    to: timeAt(closesAt(stop), stop),
  });
  return (
    <button
      type="button"
      className={classNames(styles.stop, stop.status === "cancelled" && styles.cancelled)}
      onClick={onOpen}
    >
      <span className={styles.times}>{times}</span>
      <Text as="span" weight={650}>
        {stop.place.name}
      </Text>
      <Row as="span" gap={2} rowGap={1} align="center" soft size="s">
        <Badge tone={TONES[stop.state] ?? "neutral"}>{stateLabel(stop.state)}</Badge>
        {stop.seriesId ? <span>{m.schedule.stop.weekly}</span> : null}
        {stop.orders > 0 ? (
          <span>
            {m.schedule.stop.ordersAndRevenue({
              count: stop.orders,
              revenue: formatDollars(stop.revenue),
            })}
          </span>
        ) : null}
        {stop.unitsUsed > 0 ? <StopLoad stop={stop} /> : null}
        {stop.bookedOut ? <span>{m.schedule.stop.full}</span> : null}
      </Row>
      {stop.note ? (
        <Text as="span" soft size="s">
          {stop.note}
        </Text>
      ) : null}
    </button>
  );
}

/** The units that are taken of all slots, of how many where the slots have a limit. */
function StopLoad({ stop }: { stop: StaffStop }) {
  const used = stop.unitsUsed;
  if (stop.slotCapacity === null) return <span>{m.slots.units({ used })}</span>;
  const minutes = (closesAt(stop).getTime() - opensAt(stop).getTime()) / 60_000;
  const total = Math.floor(minutes / stop.slotMinutes) * stop.slotCapacity;
  return <span>{m.schedule.stop.unitsOf({ used, total })}</span>;
}

import { closesAt, opensAt } from "@/domain/schedule/current-stops";
import { timeAt, whenAt } from "@/domain/schedule/schedule-words";
import { messages as m } from "@/messages";
import { slotLine } from "@/staff/schedule/slots/slot-words";
import { SlotsFailure } from "@/staff/schedule/slots/slots-sheet";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { Text } from "@/ui/layout";
import type { CounterStop, Slots } from "./api";
import styles from "./counter.module.css";
import type { CounterOrder } from "./use-counter-order";

/** What the order is for: the stop, where it is not the open one alone, and the pickup slot with how full each is. */
export function CounterStopAndSlot({ order }: { order: CounterOrder }) {
  const { stop, slots } = order;
  const isNow = !stop || stop.state === "open";
  return (
    <>
      <StopChoice order={order} />
      {slots.error ? <SlotsFailure error={slots.error} onRetry={slots.retry} /> : null}
      {slots.loads ? <SlotSelect slots={slots.loads} isNow={isNow} order={order} /> : null}
    </>
  );
}

function StopChoice({ order: { stop, stops, setStopId } }: { order: CounterOrder }) {
  const now = useNow();
  if (!stop) return null;
  if (stops.length === 1) {
    return stop.state === "open" ? null : (
      <Text soft size="s" breaks>
        {stopLine(stop, now)}
      </Text>
    );
  }
  return (
    <Field label={m.common.stop} hint={<span className={styles.whole}>{stopLine(stop, now)}</span>}>
      <Select value={stop._id} onChange={(event) => setStopId(event.target.value)}>
        {stops.map((one) => (
          <option key={one._id} value={one._id}>
            {stopLine(one, now)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function stopLine(stop: CounterStop, now: Date): string {
  const place = stop.place.name;
  if (stop.state === "upcoming") {
    return m.counter.stop.opens({ place, when: whenAt(opensAt(stop), stop, now) });
  }
  const time = timeAt(closesAt(stop), stop);
  return stop.state === "open"
    ? m.counter.stop.open({ place, time })
    : m.counter.stop.ended({ place, time });
}

interface SlotSelectProps {
  slots: Slots;
  /** The first slot is the running one; else the stop begins with it. */
  isNow: boolean;
  order: CounterOrder;
}

/** Without a choice the server takes the first slot. */
function SlotSelect({ slots, isNow, order }: SlotSelectProps) {
  const [first, ...later] = slots.slots;
  if (!first) return null;
  const line = slotLine(first, slots);
  return (
    <Field label={m.common.pickupSlot}>
      <Select
        value={order.slotAt ?? ""}
        onChange={(event) => order.setSlotAt(event.target.value || null)}
      >
        <option value="">{isNow ? m.counter.slot.now({ slot: line }) : line}</option>
        {later.map((slot) => (
          <option key={slot.at} value={slot.at}>
            {slotLine(slot, slots)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

import type { StaffTruck } from "@/domain/api/staff-types";
import { closesAt, opensAt } from "@/domain/schedule/current-stops";
import { timeAt, whenAt } from "@/domain/schedule/schedule-words";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import { slotLine } from "@/staff/schedule/slots/slot-words-and-slots-from-now";
import { SlotsFailure } from "@/staff/schedule/slots/slots-sheet";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { Row, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
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

/** Asks whether an order is taken although its slot is full, with the figures and the next slots with room. */
export function FullSlotQuestion({ truck, order }: { truck: StaffTruck; order: CounterOrder }) {
  const zone = order.stop?.place.timezone ?? truck.timezone;
  const { slot, isAsked, close } = order.fullSlot;
  if (!slot) return null;
  const timeOf = (at: string) => formatTimeOfDay(new Date(at), zone);
  return (
    <ConfirmDialog
      open={isAsked}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={m.counter.full.title({ time: timeOf(slot.slotAt) })}
      confirmLabel={m.counter.full.take}
      pending={order.isSending}
      onConfirm={() => void order.payAt({ slotAt: slot.slotAt, confirmOverCapacity: true })}
    >
      <p>{m.counter.full.question(slot)}</p>
      {slot.slots.length > 0 ? (
        <>
          <p>{m.counter.full.later}</p>
          <Row gap={2} marginTop={2}>
            {slot.slots.map(({ at }) => (
              <Button
                key={at}
                disabled={order.isSending}
                onClick={() => void order.payAt({ slotAt: at })}
              >
                {timeOf(at)}
              </Button>
            ))}
          </Row>
        </>
      ) : null}
    </ConfirmDialog>
  );
}

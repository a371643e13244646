import { useQuery } from "@tanstack/react-query";
import type { StaffTruck } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { hasOwnSlots, slotLoadsQuery } from "@/staff/slots/api";
import { slotLine, slotsFrom } from "@/staff/slots/slot-words";
import { SlotsFailure } from "@/staff/slots/slots-failure";
import { usePresentStop } from "@/staff/slots/use-present-stop";
import { useNow } from "@/ui/browser/use-now";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import type { CounterOrder } from "./use-counter-order";

/** The slot that the order is for, with how full each is: the running one unless another is chosen. */
export function CounterSlot({ truck, order }: { truck: StaffTruck; order: CounterOrder }) {
  const stop = usePresentStop(truck);
  if (!stop && !hasOwnSlots(truck)) return null;
  return <SlotSelect truckId={truck._id} stopId={stop?._id ?? null} order={order} />;
}

interface SlotSelectProps {
  truckId: string;
  /** Null for a truck that is always open. */
  stopId: string | null;
  order: CounterOrder;
}

function SlotSelect({ truckId, stopId, order }: SlotSelectProps) {
  const { data: loads, error, refetch } = useQuery(slotLoadsQuery(truckId, stopId));
  const now = useNow();
  // An order can be taken without: the server chooses the slot that is running.
  if (!loads) return error ? <SlotsFailure error={error} onRetry={() => void refetch()} /> : null;
  const [running, ...later] = slotsFrom(loads, now);
  if (!running) return null;
  const isStillThere = later.some(({ at }) => at === order.slotAt);
  return (
    <Field label={m.staff.ordersCounter.pickupSlot}>
      <Select
        value={isStillThere ? (order.slotAt ?? "") : ""}
        onChange={(event) => order.setSlotAt(event.target.value || null)}
      >
        <option value="">
          {m.staff.ordersCounter.nowSlot({ slot: slotLine(running, loads) })}
        </option>
        {later.map((slot) => (
          <option key={slot.at} value={slot.at}>
            {slotLine(slot, loads)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

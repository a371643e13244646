import { useQuery } from "@tanstack/react-query";
import type { StaffTruck } from "@/domain/api/admin-types";
import type { Stop } from "@/domain/schedule/present-schedule";
import { messages as m } from "@/messages";
import { slotLoadsQuery } from "@/staff/slots/api";
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
  return stop ? <SlotSelect truckId={truck._id} stop={stop} order={order} /> : null;
}

interface SlotSelectProps {
  truckId: string;
  stop: Stop;
  order: CounterOrder;
}

function SlotSelect({ truckId, stop, order }: SlotSelectProps) {
  const { data: loads, error, refetch } = useQuery(slotLoadsQuery(truckId, stop._id));
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

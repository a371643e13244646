import type { StaffTruck } from "@/domain/api/admin-types";
import { formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Row } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import type { CounterOrder } from "./use-counter-order";

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
      onConfirm={() => void order.submit({ slotAt: slot.slotAt, confirmOverCapacity: true })}
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
                onClick={() => void order.submit({ slotAt: at })}
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

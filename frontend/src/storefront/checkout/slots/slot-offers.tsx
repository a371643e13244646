import { clockLabel } from "@/domain/orders/estimate";
import { presentTime } from "@/domain/time/server-clock";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Row } from "@/ui/layout";
import type { OfferedSlot } from "./slots-api";

interface SlotOffersProps {
  offers: readonly OfferedSlot[];
  zone: string;
  disabled: boolean;
  /** Takes the slot and goes on to the payment. */
  onChoose: (slotAt: string) => void;
}

/** The next free slots in place of one that is full: one tap goes on with it. */
export function SlotOffers({ offers, zone, disabled, onChoose }: SlotOffersProps) {
  if (offers.length === 0) return null;
  return (
    <Row as="fieldset" gap={2} marginTop={3}>
      <legend className="visually-hidden">{m.pickup.nextFree}</legend>
      {offers.map(({ at }) => (
        <Button key={at} disabled={disabled} onClick={() => onChoose(at)}>
          {clockLabel(new Date(at), zone, presentTime())}
        </Button>
      ))}
    </Row>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { isSameInstant } from "@/storefront/checkout/slots/slot-choice";
import { SlotHours } from "@/storefront/checkout/slots/slot-hours";
import type { OfferedSlots } from "@/storefront/checkout/slots/slots-api";
import type { TrackedOrder } from "@/storefront/tracking/api";
import styles from "@/storefront/tracking/tracking.module.css";
import { Button } from "@/ui/controls/button";
import { ErrorState } from "@/ui/feedback/error-state";
import { Notice } from "@/ui/feedback/notice";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Stack } from "@/ui/layout";
import { Drawer } from "@/ui/overlay/drawer";
import { trackedSlotsQuery } from "./choices-api";

interface SlotDrawerProps {
  order: TrackedOrder;
  token: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Why the last choice was refused. */
  error: Error | null;
  busy: boolean;
  onMove: (slotAt: string) => void;
}

/** The slots of the order's stop; one of them can be chosen in place of its own. */
export function SlotDrawer(props: SlotDrawerProps) {
  const { open, onOpenChange } = props;
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={m.change.choices.anotherTime}>
      <SlotChooser {...props} />
    </Drawer>
  );
}

function SlotChooser({ order, token, error, busy, onMove }: SlotDrawerProps) {
  const { data: offered, error: failure, refetch } = useQuery(trackedSlotsQuery(token));
  if (offered) {
    return <SlotForm order={order} offered={offered} error={error} busy={busy} onMove={onMove} />;
  }
  if (failure) {
    return (
      <ErrorState
        headingLevel="h3"
        title={m.pickup.failed}
        description={errorMessage(failure)}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="status">
      <span className="visually-hidden">{m.pickup.loading}</span>
      <Skeleton height="12rem" />
    </div>
  );
}

interface SlotFormProps extends Pick<SlotDrawerProps, "order" | "error" | "busy" | "onMove"> {
  offered: OfferedSlots;
}

function SlotForm({ order, offered, error, busy, onMove }: SlotFormProps) {
  const [wanted, setWanted] = useState<string | null>(null);
  const name = useId();
  const { slotAt } = order;
  const isFree = ({ at, state }: OfferedSlots["slots"][number]) =>
    state !== "full" && (slotAt === null || !isSameInstant(at, slotAt));
  const chosen = offered.slots.find((slot) => slot.at === wanted && isFree(slot));
  const refusal = error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null;
  if (!offered.slots.some(isFree)) {
    return (
      <Stack gap={4} shrinks>
        {refusal}
        <p>{m.change.slot.noneFree}</p>
      </Stack>
    );
  }
  return (
    <Stack
      as="form"
      gap={4}
      shrinks
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onMove(chosen.at);
      }}
    >
      <Stack as="fieldset" gap={4} shrinks>
        <legend className="visually-hidden">{m.change.slot.label}</legend>
        <SlotHours
          offered={offered}
          heldAt={slotAt}
          name={name}
          chosen={chosen?.at ?? ""}
          onChoose={setWanted}
        />
      </Stack>
      {refusal}
      <div className={styles.submit}>
        <Button type="submit" variant="primary" block busy={busy} disabled={!chosen}>
          {chosen
            ? m.change.slot.submit({
                time: formatTimeOfDay(new Date(chosen.at), offered.timezone),
              })
            : m.change.slot.required}
        </Button>
      </div>
    </Stack>
  );
}

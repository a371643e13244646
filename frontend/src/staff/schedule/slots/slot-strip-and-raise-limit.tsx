import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type FormEvent, useState } from "react";
import { whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import type { StaffTruck } from "@/domain/api/staff-types";
import type { Stop } from "@/domain/schedule/current-stops";
import { messages as m } from "@/messages";
import { hasOwnSlots, slotLoadsQuery, useChangeStop, usePresentStop } from "@/staff/schedule/api";
import { MOST_UNITS, parseUnits } from "@/staff/schedule/capacity/capacity-units";
import {
  CapacityPreview,
  CountingHint,
} from "@/staff/schedule/capacity/ten-minute-limit-and-hourly-preview";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { Button } from "@/ui/controls/button";
import { Skeleton } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { ChevronDownIcon } from "@/ui/icons/form-icons";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";
import { slotLine, slotsFrom } from "./slot-words-and-slots-from-now";
import styles from "./slots.module.css";
import { SlotBars, SlotsFailure, SlotsStale } from "./slots-sheet";

/** How full the coming slots are: where the truck is or takes pre-orders, or of a truck that is always open. */
export function SlotStrip({ truck }: { truck: StaffTruck }) {
  const stop = usePresentStop(truck);
  if (!stop && !hasOwnSlots(truck)) return null;
  return <LoadStrip key={stop?._id} truckId={truck._id} stop={stop} />;
}

function LoadStrip({ truckId, stop }: { truckId: string; stop: Stop | null }) {
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const { data: loads, error, refetch } = useQuery(slotLoadsQuery(truckId, stop?._id ?? null));
  if (!loads) {
    return error ? (
      <SlotsFailure error={error} onRetry={() => void refetch()} />
    ) : (
      <div role="status">
        <span className="visually-hidden">{m.slots.loading}</span>
        <Skeleton height="2.75rem" />
      </div>
    );
  }
  // Without a limit nothing can be full.
  if (loads.slotCapacity === null) return null;
  const title = stop ? m.slots.titleAt({ place: stop.place.name }) : m.slots.title;
  const slots = slotsFrom(loads, now);
  const [running] = slots;
  return (
    <Stack as="section" gap={2} columns="fill" aria-label={title}>
      <Row
        full
        radius="control"
        textAlign="start"
        as="button"
        type="button"
        gap={3}
        rowGap={0}
        align="center"
        justify="between"
        target
        className={styles.fold}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Text as="span" soft size="s">
          {title}
        </Text>
        <Row as="span" gap={2} align="center" oneLine>
          {running ? (
            <Text as="span" size="s" weight={650} tabular>
              {slotLine(running, loads)}
            </Text>
          ) : null}
          <ChevronDownIcon size={18} />
        </Row>
      </Row>
      <SlotsStale error={error} />
      {isOpen ? (
        <>
          <SlotBars loads={loads} slots={slots} layout="strip" />
          {stop ? (
            <Row justify="end">
              <RaiseButton truckId={truckId} stop={stop} capacity={loads.slotCapacity} />
            </Row>
          ) : null}
        </>
      ) : null}
    </Stack>
  );
}

type RaiseButtonProps = Pick<ComponentProps<typeof RaiseCapacity>, "truckId" | "stop" | "capacity">;
function RaiseButton(props: RaiseButtonProps) {
  const [isRaising, setRaising] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setRaising(true)}>
        {m.slots.raise.action}
      </Button>
      <RaiseCapacity {...props} open={isRaising} onOpenChange={setRaising} />
    </>
  );
}

interface RaiseCapacityProps {
  truckId: string;
  stop: Stop;
  /** In units, as each slot takes them now. */
  capacity: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lets more be ordered into each slot of a stop that has begun. */
function RaiseCapacity(props: RaiseCapacityProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title={m.slots.raise.action}>
      <RaiseForm key={props.capacity} {...props} />
    </Dialog>
  );
}

function RaiseForm({ truckId, stop, capacity, onOpenChange }: RaiseCapacityProps) {
  const [typed, setTyped] = useState(String(capacity));
  const [problem, setProblem] = useState("");
  const change = useChangeStop(truckId);
  const units = parseUnits(typed) ?? null;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (units === null || units <= capacity) {
      setProblem(m.slots.raise.invalid({ capacity, most: MOST_UNITS }));
      return;
    }
    // Without a version: more is more, whatever a colleague has changed beside it.
    const call = { id: stop._id, change: { slotCapacity: units } };
    whenDone(change.mutateAsync(call, { onSuccess: () => onOpenChange(false) }), {
      onSuccess: () => showToast({ type: "success", message: m.slots.raise.done({ units }) }),
      onError: (error) => setProblem(m.capacity.failed({ reason: errorMessage(error) })),
    });
  }

  return (
    <Stack as="form" gap={4} noValidate onSubmit={handleSubmit}>
      <Field label={m.common.slotLimit} hint={m.slots.raise.hint({ capacity })} error={problem}>
        <TextInput
          inputMode="numeric"
          maxLength={3}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem("");
          }}
        />
      </Field>
      {units === null ? null : (
        <CapacityPreview
          truckId={truckId}
          units={units}
          slotMinutes={stop.slotMinutes}
          walkUpShare={stop.walkUpShare}
        />
      )}
      <CountingHint />
      <Button type="submit" variant="primary" block busy={change.isPending}>
        {m.common.save}
      </Button>
    </Stack>
  );
}

import { type ComponentProps, type FormEvent, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import type { Stop } from "@/domain/schedule/current-stops";
import { messages as m } from "@/messages";
import { useChangeStop } from "@/staff/schedule/api";
import { MOST_UNITS, parseUnits } from "@/staff/schedule/capacity/capacity-units";
import { CapacityPreview, CountingHint } from "@/staff/schedule/capacity/limit-field-and-preview";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Stack } from "@/ui/layout";
import { Dialog } from "@/ui/overlay/dialog";

type RaiseButtonProps = Pick<ComponentProps<typeof RaiseCapacity>, "truckId" | "stop" | "capacity">;
export function RaiseButton(props: RaiseButtonProps) {
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

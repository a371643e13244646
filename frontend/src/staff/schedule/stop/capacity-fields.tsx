import { useState } from "react";
import { useWatch } from "react-hook-form";
import { messages as m } from "@/messages";
import { CapacityPreview } from "@/staff/schedule/capacity/capacity-preview";
import { parseUnits, SLOT_MINUTES } from "@/staff/schedule/capacity/hourly";
import styles from "@/staff/schedule/schedule.module.css";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { TextInput } from "@/ui/inputs/text-input";
import { Stack, Text } from "@/ui/layout";
import type { StopFormApi } from "./stop-values";
import { withChosen } from "./with-chosen";

const WALK_UP_SHARES = [0, 10, 20, 30, 40, 50, 75, 90];

interface CapacityFieldsProps {
  form: StopFormApi;
  truckId: string;
}

/** How long the pickup slots of a stop are, how much fits into each, and what that is in an hour. */
export function CapacityFields({ form, truckId }: CapacityFieldsProps) {
  const { errors } = form.formState;
  const [typed, slotMinutes, walkUpShare] = useWatch({
    control: form.control,
    name: ["slotCapacity", "slotMinutes", "walkUpShare"],
  });
  const units = parseUnits(typed) ?? null;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {units === null
          ? m.capacity.stopUnlimited
          : m.capacity.stopLimit({ units, minutes: slotMinutes })}
      </summary>
      <Stack gap={4}>
        <div className={styles.pair}>
          <Field label={m.common.unitsPerSlot} error={errors.slotCapacity?.message}>
            <TextInput
              inputMode="numeric"
              placeholder={m.common.noLimit}
              maxLength={3}
              {...form.register("slotCapacity")}
            />
          </Field>
          <Field label={m.capacity.slotLength} error={errors.slotMinutes?.message}>
            <Select {...form.register("slotMinutes", { valueAsNumber: true })}>
              {SLOT_MINUTES.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {m.capacity.minutes({ minutes })}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Text soft size="s">
          {m.capacity.unitsHint}
        </Text>
        {units === null ? null : (
          <>
            <Field
              label={m.capacity.counterShare}
              hint={m.capacity.counterShareHint}
              error={errors.walkUpShare?.message}
            >
              <Select {...form.register("walkUpShare", { valueAsNumber: true })}>
                {withChosen(WALK_UP_SHARES, walkUpShare).map((share) => (
                  <option key={share} value={share}>
                    {m.capacity.share({ share })}
                  </option>
                ))}
              </Select>
            </Field>
            {isOpen ? (
              <CapacityPreview
                units={units}
                slotMinutes={slotMinutes}
                walkUpShare={walkUpShare}
                truckId={truckId}
              />
            ) : null}
          </>
        )}
      </Stack>
    </details>
  );
}

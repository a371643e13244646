import { type UseFormReturn, useController } from "react-hook-form";
import { AS_SOON_AS_POSSIBLE } from "@/domain/time/pickup-time";
import { presentTime } from "@/domain/time/server-clock";
import { messages as m } from "@/messages";
import type { CustomerInfo } from "@/storefront/checkout/api";
import { Checkbox } from "@/ui/controls/choices";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Stack } from "@/ui/layout";
import { describePickup, type PickupRules } from "./customer-info";

interface PickupFieldProps {
  form: UseFormReturn<CustomerInfo>;
  rules: PickupRules;
}

/** When to pick up: as soon as possible, or at a time of day on the truck's clock. */
export function PickupField({ form, rules }: PickupFieldProps) {
  const { field, fieldState } = useController({ name: "pickupTime", control: form.control });
  const { leadMinutes } = rules;
  const isSoon = field.value === AS_SOON_AS_POSSIBLE;
  return (
    <Stack gap={3}>
      <Checkbox
        label={m.common.asSoonAsPossible}
        hint={m.checkout.customer.asapHint({ minutes: leadMinutes })}
        checked={isSoon}
        onChange={(event) => field.onChange(event.target.checked ? AS_SOON_AS_POSSIBLE : "")}
      />
      <Field
        label={m.pickup.title}
        hint={fieldState.error && field.value ? undefined : hintOf(field.value, rules)}
        error={fieldState.error?.message}
      >
        <TextInput type="time" required={!isSoon} {...field} value={isSoon ? "" : field.value} />
      </Field>
    </Stack>
  );
}

function hintOf(pickupTime: string, rules: PickupRules): string {
  if (pickupTime === AS_SOON_AS_POSSIBLE) return m.checkout.customer.laterHint;
  const { leadMinutes } = rules;
  return (
    describePickup(pickupTime, rules, presentTime()) ??
    m.checkout.customer.timeHint({ minutes: leadMinutes })
  );
}

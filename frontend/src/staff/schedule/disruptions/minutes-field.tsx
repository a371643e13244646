import { type UseFormReturn, useWatch } from "react-hook-form";
import { messages as m } from "@/messages";
import { Chip } from "@/ui/controls/chip";
import { Checkbox } from "@/ui/controls/choices/checkbox";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Row } from "@/ui/layout";
import styles from "./plan.module.css";
import { MAX_MINUTES, MIN_MINUTES, type PlanValues } from "./plan-values";

const SUGGESTED = [10, 15, 20, 30, 45, 60];

/** How late: one tap, or any other number; and whether the stop ends later too. */
export function MinutesField({ form }: { form: UseFormReturn<PlanValues, unknown, PlanValues> }) {
  const minutes = useWatch({ control: form.control, name: "minutes" });
  const { errors } = form.formState;
  return (
    <>
      <Row as="fieldset" gap={2} className={styles.chips}>
        <legend>{m.plan.form.howLate}</legend>
        {SUGGESTED.map((suggested) => (
          <Chip
            key={suggested}
            pressed={Number(minutes) === suggested}
            onPress={() => form.setValue("minutes", suggested, { shouldValidate: true })}
          >
            {m.plan.form.minutesLater({ minutes: suggested })}
          </Chip>
        ))}
      </Row>
      <Field label={m.common.minutes} error={errors.minutes?.message}>
        <TextInput
          type="number"
          min={MIN_MINUTES}
          max={MAX_MINUTES}
          {...form.register("minutes", { valueAsNumber: true })}
        />
      </Field>
      <Checkbox label={m.plan.form.endLater} {...form.register("extendEnd")} />
    </>
  );
}

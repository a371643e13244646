import { OwnerIn } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { Field } from "@/ui/inputs/field";
import { PercentInput } from "@/ui/inputs/percent-input";
import { TextInput } from "@/ui/inputs/text-input";
import { FormRow, FormSection } from "@/ui/layout/form-section";

export function MoneyFields({ form }: { form: TruckFormApi }) {
  const { errors } = form.formState;
  return (
    <FormSection title={m.truckForm.money.title} description={m.truckForm.money.lead}>
      <FormRow>
        <Field label={m.common.owner} error={errors.owner?.name?.message}>
          <TextInput
            maxLength={OwnerIn.name.maxLength}
            autoComplete="off"
            {...form.register("owner.name")}
          />
        </Field>
        <Field label={m.common.ownersEmail} error={errors.owner?.email?.message}>
          <TextInput
            type="email"
            maxLength={OwnerIn.email.maxLength}
            autoComplete="off"
            {...form.register("owner.email")}
          />
        </Field>
      </FormRow>
      <FormRow>
        <Field
          label={m.common.taxRate}
          hint={m.truckForm.money.taxHint}
          error={errors.taxRate?.message}
        >
          <PercentInput required maxLength={8} {...form.register("taxRate")} />
        </Field>
        <Field
          label={m.truckForm.money.fee}
          hint={m.truckForm.money.feeHint}
          error={errors.applicationFeeBps?.message}
        >
          <PercentInput required maxLength={6} {...form.register("applicationFeeBps")} />
        </Field>
      </FormRow>
    </FormSection>
  );
}

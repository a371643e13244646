import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { Field } from "@/ui/inputs/field";
import { PercentInput } from "@/ui/inputs/percent-input";
import { TextInput } from "@/ui/inputs/text-input";
import { FormRow, FormSection } from "@/ui/layout/form-section";

export function MoneyFields({ form }: { form: TruckFormApi }) {
  const { errors } = form.formState;
  return (
    <FormSection title="Owner and money" description="Customers see nothing of this but the tax.">
      <FormRow>
        <Field label="Owner" error={errors.owner?.name?.message}>
          <TextInput maxLength={120} autoComplete="off" {...form.register("owner.name")} />
        </Field>
        <Field label="Owner's email" error={errors.owner?.email?.message}>
          <TextInput
            type="email"
            maxLength={254}
            autoComplete="off"
            {...form.register("owner.email")}
          />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="Tax rate" hint="Of the subtotal, 0 to 20." error={errors.taxRate?.message}>
          <PercentInput required maxLength={8} {...form.register("taxRate")} />
        </Field>
        <Field
          label="Platform fee"
          hint="What the platform keeps of each card payment, 0 to 100."
          error={errors.applicationFeeBps?.message}
        >
          <PercentInput required maxLength={6} {...form.register("applicationFeeBps")} />
        </Field>
      </FormRow>
    </FormSection>
  );
}

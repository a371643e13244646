import { Field } from "@/components/ui/field";
import { FormRow, FormSection } from "@/components/ui/form-section";
import { PercentInput } from "@/components/ui/percent-input";
import { TextInput } from "@/components/ui/text-input";
import type { TruckFormApi } from "./use-truck-form";

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

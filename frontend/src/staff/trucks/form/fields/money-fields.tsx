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
    <FormSection
      title={m.staff.trucksForm.ownerAndMoney}
      description={m.staff.trucksForm.customersSeeNothingOfThis}
    >
      <FormRow>
        <Field label={m.staff.trucksForm.owner} error={errors.owner?.name?.message}>
          <TextInput
            maxLength={OwnerIn.name.maxLength}
            autoComplete="off"
            {...form.register("owner.name")}
          />
        </Field>
        <Field label={m.staff.trucksForm.ownersEmail} error={errors.owner?.email?.message}>
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
          label={m.staff.trucksForm.taxRate}
          hint={m.staff.trucksForm.ofSubtotal0To20}
          error={errors.taxRate?.message}
        >
          <PercentInput required maxLength={8} {...form.register("taxRate")} />
        </Field>
        <Field
          label={m.staff.trucksForm.platformFee}
          hint={m.staff.trucksForm.whatPlatformKeepsOfEach}
          error={errors.applicationFeeBps?.message}
        >
          <PercentInput required maxLength={6} {...form.register("applicationFeeBps")} />
        </Field>
      </FormRow>
    </FormSection>
  );
}

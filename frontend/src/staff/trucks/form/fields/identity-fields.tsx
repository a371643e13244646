import { Controller } from "react-hook-form";
import type { StaffTruck } from "@/domain/api/admin-types";
import { TruckRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { Switch } from "@/ui/controls/choices/switch";
import { Field } from "@/ui/inputs/field";
import { Textarea, TextInput } from "@/ui/inputs/text-input";
import { FormSection } from "@/ui/layout/form-section";
import { SlugField } from "./slug-field";
import { TagsField } from "./tags-field";

interface IdentityFieldsProps {
  form: TruckFormApi;
  truck: StaffTruck | null;
  knownCuisines: readonly string[];
}

export function IdentityFields({ form, truck, knownCuisines }: IdentityFieldsProps) {
  const { errors } = form.formState;
  return (
    <FormSection title={m.truckForm.identity.title}>
      <Field label={m.common.name} error={errors.name?.message}>
        <TextInput
          maxLength={TruckRequest.name.maxLength}
          required
          autoComplete="off"
          {...form.register("name")}
        />
      </Field>
      <SlugField form={form} truck={truck} />
      <Switch
        label={m.common.active}
        hint={m.truckForm.identity.activeHint}
        {...form.register("isActive")}
      />
      <Field
        label={m.common.shortDescription}
        hint={m.truckForm.identity.shortHint}
        error={errors.shortDescription?.message}
      >
        <Textarea
          rows={2}
          maxLength={TruckRequest.shortDescription.maxLength}
          {...form.register("shortDescription")}
        />
      </Field>
      <Field
        label={m.common.description}
        hint={m.truckForm.identity.descriptionHint}
        error={errors.description?.message}
      >
        <Textarea
          rows={5}
          maxLength={TruckRequest.description.maxLength}
          {...form.register("description")}
        />
      </Field>
      <Controller
        control={form.control}
        name="cuisine"
        render={({ field, fieldState: { error } }) => (
          <TagsField
            tags={field.value}
            onChange={field.onChange}
            known={knownCuisines}
            error={sentenceIn(error)}
            inputRef={field.ref}
          />
        )}
      />
    </FormSection>
  );
}

/** A sentence about the list, or the first about one of its tags. */
function sentenceIn(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error).map(sentenceIn).find(Boolean);
}

import { Controller } from "react-hook-form";
import { messages as m } from "@/messages";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { FormSection } from "@/ui/layout/form-section";
import { ImageField } from "@/ui/upload/image-field";
import { HueField } from "./hue-field";

interface LookFieldsProps {
  form: TruckFormApi;
  hueOfSlug: (slug: string) => number;
  onUploading: (busy: boolean) => void;
}

const imageFields = () =>
  [
    {
      name: "imageUrl",
      label: m.truckForm.look.cardImage,
      hint: m.truckForm.look.cardImageHint,
    },
    {
      name: "bannerImage",
      label: m.common.banner,
      hint: m.truckForm.look.bannerHint,
    },
  ] as const;

export function LookFields({ form, hueOfSlug, onUploading }: LookFieldsProps) {
  return (
    <FormSection title={m.truckForm.look.title} description={m.truckForm.look.lead}>
      {imageFields().map(({ name, label, hint }) => (
        <Controller
          key={name}
          control={form.control}
          name={name}
          render={({ field, fieldState }) => (
            <ImageField
              label={label}
              hint={hint}
              folder="trucks"
              ratio="card"
              value={field.value}
              onChange={field.onChange}
              onBusyChange={onUploading}
              error={fieldState.error?.message}
              inputRef={field.ref}
            />
          )}
        />
      ))}
      <HueField form={form} hueOfSlug={hueOfSlug} />
    </FormSection>
  );
}

import { Controller } from "react-hook-form";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { FormSection } from "@/ui/layout/form-section";
import { ImageField } from "@/ui/upload/image-field";
import { HueField } from "./hue-field";

interface LookFieldsProps {
  form: TruckFormApi;
  hueOfSlug: (slug: string) => number;
  onUploading: (busy: boolean) => void;
}

const PICTURES = [
  { name: "imageUrl", label: "Card image", hint: "On the home page." },
  {
    name: "bannerImage",
    label: "Banner",
    hint: "On the truck's own page; without one, the card image stands in.",
  },
] as const;

export function LookFields({ form, hueOfSlug, onUploading }: LookFieldsProps) {
  return (
    <FormSection
      title="Look"
      description="Images are JPEG, PNG, WebP or HEIC up to 10 MB, or an address that starts with https://"
    >
      {PICTURES.map(({ name, label, hint }) => (
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

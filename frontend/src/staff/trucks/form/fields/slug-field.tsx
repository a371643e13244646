import type { StaffTruck } from "@/domain/api/admin-types";
import { TruckRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Stack, Text } from "@/ui/layout";
import { tidySlug } from "./tidy-slug";
import { useSlug } from "./use-slug";

interface SlugFieldProps {
  form: TruckFormApi;
  truck: StaffTruck | null;
}

/** The truck's place in the address bar; it follows the name until it is written by hand. */
export function SlugField({ form, truck }: SlugFieldProps) {
  const { slug, isByHand, verdict } = useSlug(form, truck);
  const refused = verdict.kind === "refused" ? verdict.sentence : undefined;
  const input = form.register("slug", { onBlur: () => tidy(form) });
  return (
    <Stack gap={1}>
      <Field
        label={m.truckForm.slug.label}
        hint={hintOf(truck, isByHand)}
        error={form.formState.errors.slug?.message ?? refused}
      >
        <TextInput
          maxLength={TruckRequest.slug.maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
        />
      </Field>
      <Text tone="good" size="s" weight={600} breaks role="status">
        {verdict.kind === "checking" ? m.truckForm.slug.checking : null}
        {verdict.kind === "free" ? m.truckForm.slug.free({ address: address(slug) }) : null}
        {verdict.kind === "own" ? m.truckForm.slug.current({ address: address(slug) }) : null}
        {verdict.kind === "unknown" ? m.truckForm.slug.unchecked : null}
      </Text>
    </Stack>
  );
}

function hintOf(truck: StaffTruck | null, isByHand: boolean): string {
  if (truck) return m.truckForm.slug.changeHint;
  if (isByHand) return m.truckForm.slug.ownHint;
  return m.truckForm.slug.madeHint;
}

function address(slug: string): string {
  return `${window.location.host}/${slug}`;
}

function tidy(form: TruckFormApi): void {
  const typed = form.getValues("slug");
  const tidied = tidySlug(typed);
  if (tidied !== typed) form.setValue("slug", tidied, { shouldDirty: true });
}

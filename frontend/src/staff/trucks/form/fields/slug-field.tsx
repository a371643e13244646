import type { StaffTruck } from "@/domain/api/admin-types";
import styles from "@/staff/trucks/form/truck-form.module.css";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { tidySlug } from "./tidy-slug";
import { useSlug } from "./use-slug";

interface SlugFieldProps {
  form: TruckFormApi;
  truck: StaffTruck | null;
}

/** The truck's place in the address bar; it follows the name until somebody writes it by hand. */
export function SlugField({ form, truck }: SlugFieldProps) {
  const { slug, isByHand, verdict } = useSlug(form, truck);
  const refused = verdict.kind === "refused" ? verdict.sentence : undefined;
  const input = form.register("slug", { onBlur: () => tidy(form) });
  return (
    <div className={styles.slug}>
      <Field
        label="Web address"
        hint={hintOf(truck, isByHand)}
        error={form.formState.errors.slug?.message ?? refused}
      >
        <TextInput
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
        />
      </Field>
      <p role="status" className={styles.verdict}>
        {verdict.kind === "checking" ? "Checking whether it is free…" : null}
        {verdict.kind === "free" ? `Free: customers will find the truck at ${address(slug)}` : null}
        {verdict.kind === "own" ? `Customers find the truck at ${address(slug)}` : null}
        {verdict.kind === "unknown"
          ? "We could not check whether it is free; that happens again when you store the truck."
          : null}
      </p>
    </div>
  );
}

function hintOf(truck: StaffTruck | null, isByHand: boolean): string {
  if (truck) return "Changing it breaks printed links and codes that lead to the present one.";
  if (isByHand) return "Lower-case letters, digits and hyphens. Empty it to follow the name again.";
  return "Made from the name. You may write your own.";
}

function address(slug: string): string {
  return `${window.location.host}/${slug}`;
}

function tidy(form: TruckFormApi): void {
  const typed = form.getValues("slug");
  const tidied = tidySlug(typed);
  if (tidied !== typed) form.setValue("slug", tidied, { shouldDirty: true });
}

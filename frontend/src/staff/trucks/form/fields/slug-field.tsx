import type { StaffTruck } from "@/domain/api/admin-types";
import { TruckRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
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

/** The truck's place in the address bar; it follows the name until it is written by hand. */
export function SlugField({ form, truck }: SlugFieldProps) {
  const { slug, isByHand, verdict } = useSlug(form, truck);
  const refused = verdict.kind === "refused" ? verdict.sentence : undefined;
  const input = form.register("slug", { onBlur: () => tidy(form) });
  return (
    <div className={styles.slug}>
      <Field
        label={m.staff.trucksForm.webAddress}
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
      <p role="status" className={styles.verdict}>
        {verdict.kind === "checking" ? m.staff.trucksForm.checkingWhetherItIsFree : null}
        {verdict.kind === "free"
          ? m.staff.trucksForm.freeCustomersWillFindTruck({ address: address(slug) })
          : null}
        {verdict.kind === "own"
          ? m.staff.trucksForm.customersFindTheTruckAt({ address: address(slug) })
          : null}
        {verdict.kind === "unknown" ? m.staff.trucksForm.weCouldNotCheckWhether : null}
      </p>
    </div>
  );
}

function hintOf(truck: StaffTruck | null, isByHand: boolean): string {
  if (truck) return m.staff.trucksForm.presentAddressKeepsWorking;
  if (isByHand) return m.staff.trucksForm.lowerCaseLettersDigitsAnd;
  return m.staff.trucksForm.madeFromNameYouMay;
}

function address(slug: string): string {
  return `${window.location.host}/${slug}`;
}

function tidy(form: TruckFormApi): void {
  const typed = form.getValues("slug");
  const tidied = tidySlug(typed);
  if (tidied !== typed) form.setValue("slug", tidied, { shouldDirty: true });
}

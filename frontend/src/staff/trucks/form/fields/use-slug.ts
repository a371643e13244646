import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { StaffTruck } from "@/domain/api/admin-types";
import { ApiError } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { slugCheckQuery } from "@/staff/trucks/form/api";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import { useDebounced } from "@/ui/browser/use-debounced";
import { tidySlug } from "./tidy-slug";

const WAIT_MS = 350;

export type SlugVerdict =
  | { kind: "none" | "checking" | "free" | "own" | "unknown" }
  | { kind: "refused"; sentence: string };

/** Keeps the slug with the name until it is written by hand, and asks whether it is free. */
export function useSlug(form: TruckFormApi, truck: StaffTruck | null) {
  const [fromName, setFromName] = useState("");
  const [name, typed] = useWatch({ control: form.control, name: ["name", "slug"] });
  // Once it is typed it stays; once it is emptied it follows the name again.
  const isByHand = truck !== null || (typed !== "" && typed !== fromName);
  const slug = isByHand ? tidySlug(typed) : "";
  const asked = { slug, name: isByHand ? "" : name.trim() };
  const settled = useDebounced(`${asked.slug} ${asked.name}`, WAIT_MS);
  const isSettled = settled === `${asked.slug} ${asked.name}`;
  const isOwn = isByHand && slug === truck?.slug;
  const isAsking = (asked.slug !== "" || asked.name !== "") && !isOwn;
  const { data, error } = useQuery({
    ...slugCheckQuery({ ...asked, truckId: truck?._id ?? null }),
    enabled: isAsking && isSettled,
  });

  const proposed = isByHand || !isAsking ? "" : data?.slug;
  useEffect(() => {
    if (isByHand || proposed === undefined) return;
    setFromName(proposed);
    form.setValue("slug", proposed, { shouldDirty: true });
  }, [form, isByHand, proposed]);

  function verdict(): SlugVerdict {
    if (isOwn) return { kind: "own" };
    if (!isAsking) return { kind: "none" };
    if (error) return refusalIn(error);
    if (!isSettled || !data) return { kind: "checking" };
    if (data.available) return { kind: "free" };
    return { kind: "refused", sentence: data.reason ?? m.truckForm.slug.taken };
  }

  return {
    slug: isByHand ? slug : (data?.slug ?? ""),
    isByHand,
    verdict: verdict(),
  };
}

/** A slug of the wrong form is answered with an error that says so; anything else is no answer. */
function refusalIn(error: Error): SlugVerdict {
  const sentence = error instanceof ApiError ? error.fields.slug : undefined;
  return sentence ? { kind: "refused", sentence } : { kind: "unknown" };
}

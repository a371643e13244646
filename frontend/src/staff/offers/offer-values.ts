import * as v from "valibot";
import { OfferRequest as limits } from "@/domain/api/limits.gen";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay } from "@/domain/time/time";
import { fromZonedInput, toZonedInput } from "@/domain/time/zoned-input";
import { centsToDollars, dollarsToCents, formatSum, parseDollars } from "@/domain/values/money";
import { describeEdit } from "@/forms/conflict-notice";
import type { EditedField } from "@/forms/merge-edits";
import { patternText } from "@/forms/schema";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import type { Offer, OfferRequest } from "./api";

/** What the form of an offer holds; amounts and numbers as they are typed, times on the truck's clock. */
interface OfferValues {
  code: string;
  kind: "percent" | "amount";
  percent: string;
  amount: string;
  minSubtotal: string;
  startsAt: string;
  endsAt: string;
  maxUses: string;
  oncePerPhone: boolean;
  isPaused: boolean;
}

export function offerValues(offer: Offer | null, zone: string): OfferValues {
  return {
    code: offer?.code ?? "",
    kind: offer && offer.percent === null ? "amount" : "percent",
    percent: String(offer?.percent ?? ""),
    amount: typedDollars(offer?.amount),
    minSubtotal: typedDollars(offer?.minSubtotal),
    startsAt: toZonedInput(offer?.startsAt ?? null, zone),
    endsAt: toZonedInput(offer?.endsAt ?? null, zone),
    maxUses: String(offer?.maxUses ?? ""),
    oncePerPhone: offer?.oncePerPhone ?? false,
    isPaused: offer?.isPaused ?? false,
  };
}

function typedDollars(dollars: number | null | undefined): string {
  return dollars ? (dollarsToCents(dollars) / 100).toFixed(2) : "";
}

const common = () => ({
  code: patternText(limits.code, () => m.offers.form.codeInvalid),
  minSubtotal: v.pipe(
    v.string(),
    v.check(
      (typed) => isBetween(dollarsOf(typed), limits.minSubtotal),
      () => m.offers.form.minimumInvalid,
    ),
  ),
  startsAt: v.string(),
  endsAt: v.string(),
  maxUses: v.pipe(
    v.string(),
    v.check(
      (typed) => typed.trim() === "" || isBetween(wholeOf(typed), limits.maxUses),
      () => m.offers.form.maxUsesInvalid,
    ),
  ),
  oncePerPhone: v.boolean(),
  isPaused: v.boolean(),
});

const percentOff = () =>
  v.object({
    ...common(),
    kind: v.literal("percent"),
    percent: v.pipe(
      v.string(),
      v.check(
        (typed) => isBetween(wholeOf(typed), limits.percent),
        () => m.offers.form.percentInvalid,
      ),
    ),
    amount: v.string(),
  });

const amountOff = () =>
  v.object({
    ...common(),
    kind: v.literal("amount"),
    percent: v.string(),
    amount: v.pipe(
      v.string(),
      v.check(
        (typed) => isBetween(dollarsOf(typed), limits.amount),
        () => m.offers.form.amountInvalid,
      ),
    ),
  });

/** What is typed, as the API takes it. A check of the whole form would wait until its fields are right. */
export const offerSchema = (zone: string) =>
  v.pipe(
    v.variant("kind", [percentOff(), amountOff()]),
    v.transform((typed) => toRequest(typed, zone)),
  );

function toRequest({ kind, ...typed }: OfferValues, zone: string): OfferRequest {
  return {
    code: typed.code,
    ...(kind === "percent"
      ? { percent: wholeOf(typed.percent) }
      : { amount: dollarsOf(typed.amount) }),
    minSubtotal: dollarsOf(typed.minSubtotal),
    startsAt: fromZonedInput(typed.startsAt, zone),
    endsAt: fromZonedInput(typed.endsAt, zone),
    maxUses: typed.maxUses.trim() === "" ? null : wholeOf(typed.maxUses),
    oncePerPhone: typed.oncePerPhone,
    isPaused: typed.isPaused,
  };
}

/** An empty text is no amount at all; NaN for what is none. */
function dollarsOf(typed: string): number {
  if (typed.trim() === "") return 0;
  const cents = parseDollars(typed);
  return cents === null ? Number.NaN : centsToDollars(cents);
}

function wholeOf(typed: string): number {
  return /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
}

function isBetween(value: number, { minimum, maximum }: { minimum: number; maximum: number }) {
  return value >= minimum && value <= maximum;
}

const labels = (): Record<keyof OfferValues, string> => ({
  code: m.common.code,
  kind: m.offers.discount,
  percent: m.offers.percent,
  amount: m.offers.amount,
  minSubtotal: m.offers.minimum,
  startsAt: m.offers.validFrom,
  endsAt: m.offers.validUntil,
  maxUses: m.offers.maxUses,
  oncePerPhone: m.offers.oncePerPhone,
  isPaused: m.common.paused,
});

/** One change of a colleague in words, for the notice about it. */
export const describeChange = (zone: string) => (change: EditedField<OfferValues>) =>
  describeEdit(change, labels(), (value, field) => describeValue(value, field, zone));

function describeValue(value: string | boolean, field: keyof OfferValues, zone: string): string {
  if (typeof value === "boolean") return value ? m.offers.conflict.on : m.offers.conflict.off;
  if (value === "") return m.offers.conflict.empty;
  if (field === "kind") return value === "percent" ? m.offers.percent : m.offers.amount;
  if (field === "percent") return `${value}%`;
  if (field === "amount" || field === "minSubtotal") return formatSum(dollarsOf(value));
  if (field === "maxUses") return formatUses(value);
  if (field === "startsAt" || field === "endsAt") return formatTyped(value, zone);
  return value;
}

function formatUses(typed: string): string {
  const uses = wholeOf(typed);
  return Number.isNaN(uses) ? typed : uses.toLocaleString(currentLocale());
}

function formatTyped(typed: string, zone: string): string {
  const instant = fromZonedInput(typed, zone);
  return instant ? offerMoment(instant, zone) : typed;
}

/** When an offer begins or ends: "Jul 1, 2026, 11:00 AM". */
export function offerMoment(instant: string, zone: string): string {
  const at = new Date(instant);
  return `${formatDate(at, zone)}, ${formatTimeOfDay(at, zone)}`;
}

import * as v from "valibot";
import { OfferRequest as limits } from "@/domain/api/limits.gen";
import { fromZonedInput, toZonedInput } from "@/domain/time/zoned-input";
import { centsToDollars, dollarsToCents, parseDollars } from "@/domain/values/money";
import { describeEdit } from "@/forms/describe-edit";
import type { EditedField } from "@/forms/merge-edits";
import { patternText } from "@/forms/schema";
import { messages as m } from "@/messages";
import type { Offer, OfferRequest } from "./api";

/** What the form of an offer holds; amounts and numbers as they are typed, times on the truck's clock. */
export interface OfferValues {
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

/** What is typed, as the API takes it. */
export const offerSchema = (zone: string) =>
  v.pipe(
    v.object({
      code: patternText(limits.code, () => m.staff.offers.codeForm),
      kind: v.picklist(["percent", "amount"]),
      percent: v.string(),
      amount: v.string(),
      minSubtotal: v.pipe(
        v.string(),
        v.check(
          (typed) => isBetween(dollarsOf(typed), limits.minSubtotal),
          () => m.staff.offers.enterSubtotal,
        ),
      ),
      startsAt: v.string(),
      endsAt: v.string(),
      maxUses: v.pipe(
        v.string(),
        v.check(
          (typed) => typed.trim() === "" || isBetween(wholeOf(typed), limits.maxUses),
          () => m.staff.offers.enterUses,
        ),
      ),
      oncePerPhone: v.boolean(),
      isPaused: v.boolean(),
    }),
    v.forward(
      v.check(
        ({ kind, percent }) => kind === "amount" || isBetween(wholeOf(percent), limits.percent),
        () => m.staff.offers.enterPercent,
      ),
      ["percent"],
    ),
    v.forward(
      v.check(
        ({ kind, amount }) => kind === "percent" || isBetween(dollarsOf(amount), limits.amount),
        () => m.staff.offers.enterAmount,
      ),
      ["amount"],
    ),
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
  code: m.staff.offers.code,
  kind: m.staff.offers.discount,
  percent: m.staff.offers.percent,
  amount: m.staff.offers.amount,
  minSubtotal: m.staff.offers.minSubtotal,
  startsAt: m.staff.offers.from,
  endsAt: m.staff.offers.until,
  maxUses: m.staff.offers.maxUses,
  oncePerPhone: m.staff.offers.oncePerPhone,
  isPaused: m.staff.offers.paused,
});

/** One change of a colleague in words, for the notice about it. */
export const describeChange = (change: EditedField<OfferValues>) =>
  describeEdit(change, labels(), (value) =>
    typeof value === "boolean"
      ? m.staff.offers[value ? "on" : "off"]
      : value || m.staff.offers.empty,
  );

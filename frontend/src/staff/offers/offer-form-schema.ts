import * as v from "valibot";
import { OfferRequest as limits } from "@/domain/api/limits.gen";
import { fromZonedInput, toZonedInput } from "@/domain/time/local-times-and-instants";
import { formatDate, formatTimeOfDay } from "@/domain/time/time-words";
import { centsToDollars, dollarsToCents, formatSum, parseDollars } from "@/domain/values/money";
import { defineRecordFields } from "@/forms/define-record-fields";
import { patternText } from "@/forms/field-schemas";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import type { Offer, OfferRequest } from "./api";

/** Amounts and numbers as they are typed, times on the truck's clock. */
export const offerFields = (zone: string) =>
  defineRecordFields<Offer>()({
    code: {
      label: () => m.common.code,
      schema: patternText(limits.code, () => m.offers.form.codeInvalid),
      blank: "",
      read: (offer) => offer.code,
      show: orNone((code) => code),
    },
    kind: {
      label: () => m.offers.discount,
      schema: v.picklist(["percent", "amount"]),
      blank: "percent",
      read: (offer) => (offer.percent === null ? "amount" : "percent"),
      show: (kind) => (kind === "percent" ? m.offers.percent : m.offers.amount),
    },
    /** Checked where the discount is one. */
    percent: {
      label: () => m.offers.percent,
      schema: v.string(),
      blank: "",
      read: (offer) => String(offer.percent ?? ""),
      show: orNone((typed) => `${typed}%`),
    },
    amount: {
      label: () => m.offers.amount,
      schema: v.string(),
      blank: "",
      read: (offer) => typedDollars(offer.amount),
      show: orNone((typed) => formatSum(dollarsOf(typed))),
    },
    minSubtotal: {
      label: () => m.offers.minimum,
      schema: v.pipe(
        v.string(),
        v.check(
          (typed) => isBetween(dollarsOf(typed), limits.minSubtotal),
          () => m.offers.form.minimumInvalid,
        ),
      ),
      blank: "",
      read: (offer) => typedDollars(offer.minSubtotal),
      show: orNone((typed) => formatSum(dollarsOf(typed))),
    },
    startsAt: {
      label: () => m.offers.validFrom,
      schema: v.string(),
      blank: "",
      read: (offer) => toZonedInput(offer.startsAt, zone),
      show: orNone((typed) => formatTyped(typed, zone)),
    },
    endsAt: {
      label: () => m.offers.validUntil,
      schema: v.string(),
      blank: "",
      read: (offer) => toZonedInput(offer.endsAt, zone),
      show: orNone((typed) => formatTyped(typed, zone)),
    },
    maxUses: {
      label: () => m.offers.maxUses,
      schema: v.pipe(
        v.string(),
        v.check(
          (typed) => typed.trim() === "" || isBetween(wholeOf(typed), limits.maxUses),
          () => m.offers.form.maxUsesInvalid,
        ),
      ),
      blank: "",
      read: (offer) => String(offer.maxUses ?? ""),
      show: orNone(formatUses),
    },
    oncePerPhone: {
      label: () => m.offers.oncePerPhone,
      schema: v.boolean(),
      blank: false,
      read: (offer) => offer.oncePerPhone,
      show: (isOn) => (isOn ? m.offers.conflict.on : m.offers.conflict.off),
    },
    isPaused: {
      label: () => m.common.paused,
      schema: v.boolean(),
      blank: false,
      read: (offer) => offer.isPaused,
      show: (isOn) => (isOn ? m.offers.conflict.on : m.offers.conflict.off),
    },
  });

type OfferSchemas = ReturnType<typeof offerFields>["schemas"];
type OfferValues = v.InferInput<ReturnType<typeof offerFields>["schema"]>;

const percentOff = (schemas: OfferSchemas) =>
  v.object({
    ...schemas,
    kind: v.literal("percent"),
    percent: v.pipe(
      v.string(),
      v.check(
        (typed) => isBetween(wholeOf(typed), limits.percent),
        () => m.offers.form.percentInvalid,
      ),
    ),
  });

const amountOff = (schemas: OfferSchemas) =>
  v.object({
    ...schemas,
    kind: v.literal("amount"),
    amount: v.pipe(
      v.string(),
      v.check(
        (typed) => isBetween(dollarsOf(typed), limits.amount),
        () => m.offers.form.amountInvalid,
      ),
    ),
  });

function typedDollars(dollars: number | null | undefined): string {
  return dollars ? (dollarsToCents(dollars) / 100).toFixed(2) : "";
}

/** What is typed, as the API takes it. A check of the whole form would wait until its fields are right. */
export function offerSchema(zone: string) {
  const { schemas } = offerFields(zone);
  return v.pipe(
    v.variant("kind", [percentOff(schemas), amountOff(schemas)]),
    v.transform((typed) => toRequest(typed, zone)),
  );
}

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

/** An empty field says so, whatever it holds otherwise. */
function orNone(show: (typed: string) => string) {
  return (typed: string) => (typed === "" ? m.offers.conflict.empty : show(typed));
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

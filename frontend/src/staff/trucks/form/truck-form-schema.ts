import * as v from "valibot";
import {
  BusinessAddressIn,
  LocationIn,
  OwnerIn,
  SettingsRequest,
  TruckRequest,
} from "@/domain/api/limits.gen";
import type { StaffTruck, TruckInput, TruckSettings } from "@/domain/api/staff-types";
import { fromZonedInput, toZonedInput } from "@/domain/time/local-times-and-instants";
import { MIN_PICKUP_LEAD_MINUTES } from "@/domain/time/pickup-rules";
import { DEFAULT_TIMEZONE } from "@/domain/time/wall-clock";
import { DEFAULT_TAX_RATE, parsePercent } from "@/domain/values/money";
import { defineRecordFields } from "@/forms/define-record-fields";
import {
  email,
  imageUrl,
  patternText,
  requiredText,
  text,
  typedNumber,
  wholeNumber,
} from "@/forms/field-schemas";
import { messages as m } from "@/messages";
import { typedUnits } from "@/staff/schedule/capacity/capacity-units";

const BPS_PER_PERCENT = 100;
const RATE_DECIMALS = 4;
const FEE_DECIMALS = 2;

type ScheduleMode = StaffTruck["scheduleMode"];

/** The minutes of a busy kitchen are for their own screens alone. */
export type FormSettings = Omit<TruckSettings, "extraLeadMinutes" | "extraLeadUntil"> & {
  scheduleMode: ScheduleMode;
  reducedTaxRate: number | null;
  pricesIncludeTax: boolean;
};

/** What is sent: the truck's own fields, and its ordering settings, which have an address of their own. */
export interface TruckSubmission {
  truck: TruckInput;
  settings: FormSettings;
}

const percent = (limits: { minimum: number; maximum: number }, decimals: number) =>
  typedNumber(
    limits,
    (typed) => parsePercent(typed, decimals),
    () => m.truckForm.checks.percent({ most: limits.maximum }),
  );

const optionalPercent = v.union(
  [
    v.pipe(
      v.string(),
      v.trim(),
      v.literal(""),
      v.transform(() => null),
    ),
    percent(TruckRequest.taxRate, RATE_DECIMALS),
  ],
  () => m.truckForm.checks.percent({ most: TruckRequest.taxRate.maximum }),
);

const leadError = () =>
  m.truckForm.checks.minutes({
    least: SettingsRequest.leadMinutes.minimum,
    most: SettingsRequest.leadMinutes.maximum,
  });

export const TAG_LIMIT = TruckRequest.cuisine.maxItems;
export const TAG_LENGTH = 40;

/** The tags with what was typed; the same list when there is nothing new or no room. */
export function addTag(tags: readonly string[], typed: string): readonly string[] {
  const tag = typed
    .replace(/[\s,]+/g, " ")
    .trim()
    .slice(0, TAG_LENGTH);
  const isKnown = tags.some((other) => other.toLowerCase() === tag.toLowerCase());
  return tag === "" || isKnown || tags.length >= TAG_LIMIT ? tags : [...tags, tag];
}

const PRESETS = 3;
const LARGEST_TIP = 100;

const DEFAULT_TIP_PRESETS = "15, 18, 20";

const showTipPresets = (presets: readonly number[]) => presets.join(", ");

/** Three different whole percentages as people type them, smallest first; null for anything else. */
export function parseTipPresets(typed: string): number[] | null {
  const parts = typed.split(/[\s,;%]+/).filter(Boolean);
  const presets = new Set(parts.map(Number));
  const areValid = [...presets].every(
    (percent) => Number.isInteger(percent) && percent >= 1 && percent <= LARGEST_TIP,
  );
  if (!areValid || parts.length !== PRESETS || presets.size !== PRESETS) return null;
  return [...presets].sort((one, other) => one - other);
}

const typedTipPresets = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const presets = parseTipPresets(dataset.value);
    if (presets) return presets;
    addIssue({ message: m.truckForm.tips.presetsInvalid });
    return NEVER;
  }),
);

const NO_ADDRESS = { line1: "", city: "", state: "", postalCode: "" };

const emptyLine = v.pipe(v.string(), v.trim(), v.literal(""));

/** The whole address, or null where every line is empty. */
const businessAddress = v.union([
  v.pipe(
    v.object({ line1: emptyLine, city: emptyLine, state: emptyLine, postalCode: emptyLine }),
    v.transform(() => null),
  ),
  v.object({
    line1: requiredText(BusinessAddressIn.line1, () => m.truckForm.checks.addressLine),
    city: requiredText(BusinessAddressIn.city, () => m.truckForm.checks.addressLine),
    state: v.pipe(
      v.string(),
      v.toUpperCase(),
      patternText(BusinessAddressIn.state, () => m.truckForm.checks.state),
    ),
    postalCode: patternText(BusinessAddressIn.postalCode, () => m.truckForm.checks.postalCode),
  }),
]);

/** Numbers stay as they were typed until they are sent; the names are the server's, for its answers. */
export const truckFields = defineRecordFields<StaffTruck>()({
  name: {
    label: () => m.common.name,
    schema: requiredText(TruckRequest.name, () => m.truckForm.checks.nameRequired),
    blank: "",
    read: (truck) => truck.name,
  },
  slug: {
    label: () => m.truckForm.slug.label,
    schema: patternText(TruckRequest.slug, () => m.truckForm.checks.slug),
    blank: "",
    read: (truck) => truck.slug,
  },
  isActive: {
    label: () => m.common.active,
    schema: v.boolean(),
    blank: true,
    read: (truck) => truck.isActive,
  },
  shortDescription: {
    label: () => m.common.shortDescription,
    schema: text(TruckRequest.shortDescription),
    blank: "",
    read: (truck) => truck.shortDescription,
  },
  description: {
    label: () => m.common.description,
    schema: text(TruckRequest.description),
    blank: "",
    read: (truck) => truck.description,
  },
  cuisine: {
    label: () => m.common.cuisine,
    schema: v.pipe(
      v.array(v.string()),
      v.maxLength(TAG_LIMIT, () => m.truckForm.checks.mostTags({ limit: TAG_LIMIT })),
    ),
    blank: [],
    read: (truck) => truck.cuisine,
  },
  location: {
    label: () => m.common.place,
    schema: v.object({ city: text(LocationIn.city), state: text(LocationIn.state) }),
    blank: { city: "", state: "" },
    read: (truck) => truck.location,
  },
  phone: {
    label: () => m.common.phone,
    schema: text(TruckRequest.phone),
    blank: "",
    read: (truck) => truck.phone,
  },
  email: {
    label: () => m.common.email,
    schema: email(TruckRequest.email),
    blank: "",
    read: (truck) => truck.email,
  },
  /** Where the business is registered; customers do not see it. */
  businessAddress: {
    label: () => m.truckForm.contact.businessAddress,
    schema: businessAddress,
    blank: NO_ADDRESS,
    read: (truck) => truck.settings.businessAddress ?? NO_ADDRESS,
  },
  owner: {
    label: () => m.common.owner,
    schema: v.object({ name: text(OwnerIn.name), email: email(OwnerIn.email) }),
    blank: { name: "", email: "" },
    read: (truck) => truck.owner,
  },
  imageUrl: {
    label: () => m.truckForm.look.cardImage,
    schema: imageUrl(),
    blank: null,
    read: (truck) => truck.imageUrl,
    show: (address) => (address ? m.common.anImage : m.common.none),
  },
  bannerImage: {
    label: () => m.common.banner,
    schema: imageUrl(),
    blank: null,
    read: (truck) => truck.bannerImage,
    show: (address) => (address ? m.common.anImage : m.common.none),
  },
  accentHue: {
    label: () => m.truckForm.look.color,
    schema: v.nullable(v.number()),
    blank: null,
    read: (truck) => truck.accentHue,
    show: (hue) =>
      hue === null ? m.truckForm.look.automatic : m.truckForm.look.hue({ value: String(hue) }),
  },
  timezone: {
    label: () => m.common.timeZone,
    schema: v.pipe(
      v.string(),
      v.nonEmpty(() => m.truckForm.checks.timeZoneRequired),
    ),
    blank: DEFAULT_TIMEZONE,
    read: (truck) => truck.timezone,
  },
  taxRate: {
    label: () => m.common.taxRate,
    schema: percent(TruckRequest.taxRate, RATE_DECIMALS),
    blank: String(DEFAULT_TAX_RATE),
    read: (truck) => String(truck.taxRate),
    show: (percentage) => `${percentage} %`,
  },
  /** Of menu items of the reduced class; empty: the same rate. */
  reducedTaxRate: {
    label: () => m.common.reducedTaxRate,
    schema: optionalPercent,
    blank: "",
    read: (truck) => truck.reducedTaxRate?.toString() ?? "",
    show: (percentage) => (percentage ? `${percentage} %` : m.common.sameTaxRate),
  },
  pricesIncludeTax: {
    label: () => m.common.pricesIncludeTax,
    schema: v.boolean(),
    blank: false,
    read: (truck) => truck.pricesIncludeTax,
  },
  /** Typed in percent. */
  applicationFeeBps: {
    label: () => m.truckForm.money.fee,
    schema: percent({ minimum: 0, maximum: 100 }, FEE_DECIMALS),
    blank: "0",
    read: (truck) => String(truck.applicationFeeBps / BPS_PER_PERCENT),
    show: (percentage) => `${percentage} %`,
  },
  acceptingOrders: {
    label: () => m.truckForm.ordering.accepting,
    schema: v.boolean(),
    blank: true,
    read: (truck) => truck.settings.acceptingOrders,
  },
  notAcceptingReason: {
    label: () => m.truckForm.ordering.reason,
    schema: text(SettingsRequest.notAcceptingReason),
    blank: "",
    read: (truck) => truck.settings.notAcceptingReason ?? "",
  },
  /** On the clocks of the truck's zone. */
  pausedUntil: {
    label: () => m.common.pausedUntil,
    schema: v.string(),
    blank: "",
    read: (truck) => toZonedInput(truck.settings.pausedUntil, truck.timezone),
    show: (time) => (time ? time.replace("T", " ") : m.truckForm.conflict.noPause),
  },
  leadMinutes: {
    label: () => m.truckForm.ordering.leadTime,
    schema: v.pipe(
      wholeNumber(leadError),
      v.minValue(SettingsRequest.leadMinutes.minimum, leadError),
      v.maxValue(SettingsRequest.leadMinutes.maximum, leadError),
    ),
    blank: MIN_PICKUP_LEAD_MINUTES,
    read: (truck) => truck.settings.leadMinutes,
  },
  smsSignature: {
    label: () => m.truckForm.ordering.signature,
    schema: text(SettingsRequest.smsSignature),
    blank: "",
    read: (truck) => truck.settings.smsSignature,
  },
  selfService: {
    label: () => m.truckForm.ordering.selfService,
    schema: v.boolean(),
    blank: true,
    read: (truck) => truck.settings.selfService,
  },
  confirmsOrders: {
    label: () => m.truckForm.ordering.confirmsOrders,
    schema: v.boolean(),
    blank: false,
    read: (truck) => truck.settings.confirmsOrders,
  },
  takesTips: {
    label: () => m.common.takesTips,
    schema: v.boolean(),
    blank: false,
    read: (truck) => truck.settings.takesTips,
  },
  /** Three percentages, separated by commas. */
  tipPresets: {
    label: () => m.common.offeredTips,
    schema: typedTipPresets,
    blank: DEFAULT_TIP_PRESETS,
    read: (truck) => showTipPresets(truck.settings.tipPresets),
  },
  scheduleMode: {
    label: () => m.truckForm.ordering.hours,
    schema: v.picklist(["always", "stops"]),
    blank: "always",
    read: (truck) => truck.scheduleMode,
    show: (mode) =>
      mode === "stops" ? m.truckForm.ordering.byStops : m.truckForm.ordering.anyTime,
  },
  /** Of a truck that is always open; empty: no limit. */
  unitsPerTenMinutes: {
    label: () => m.common.tenMinuteLimit,
    schema: typedUnits,
    blank: "",
    read: (truck) => String(truck.settings.unitsPerTenMinutes ?? ""),
  },
});

/** What a new truck begins with: a draft that moves by stops, whose tax is not preset. */
export const newTruckValues: v.InferInput<typeof truckFields.schema> = {
  ...truckFields.blank,
  isActive: false,
  taxRate: "",
  scheduleMode: "stops",
};

export type TruckValues = v.InferInput<typeof truckFields.schema>;

export const truckSchema = v.pipe(
  truckFields.schema,
  v.transform((values): TruckSubmission => {
    const {
      acceptingOrders,
      notAcceptingReason,
      pausedUntil,
      leadMinutes,
      smsSignature,
      selfService,
      confirmsOrders,
      takesTips,
      tipPresets,
      scheduleMode,
      unitsPerTenMinutes,
      reducedTaxRate,
      pricesIncludeTax,
      businessAddress,
      ...truck
    } = values;
    return {
      truck: { ...truck, applicationFeeBps: Math.round(truck.applicationFeeBps * BPS_PER_PERCENT) },
      settings: {
        acceptingOrders,
        notAcceptingReason: notAcceptingReason || null,
        pausedUntil: fromZonedInput(pausedUntil, truck.timezone),
        leadMinutes,
        smsSignature,
        selfService,
        confirmsOrders,
        takesTips,
        tipPresets,
        scheduleMode,
        unitsPerTenMinutes,
        reducedTaxRate,
        pricesIncludeTax,
        businessAddress,
      },
    };
  }),
) satisfies v.GenericSchema<TruckValues, TruckSubmission>;

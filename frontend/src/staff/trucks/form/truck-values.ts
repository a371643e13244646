import * as v from "valibot";
import type { StaffTruck, TruckInput, TruckSettings } from "@/domain/api/admin-types";
import { LocationIn, OwnerIn, SettingsRequest, TruckRequest } from "@/domain/api/limits.gen";
import { MIN_PICKUP_LEAD_MINUTES } from "@/domain/time/pickup-time";
import { DEFAULT_TIMEZONE } from "@/domain/time/time";
import { fromZonedInput, toZonedInput } from "@/domain/time/zoned-input";
import { DEFAULT_TAX_RATE } from "@/domain/values/money";
import { parsePercent } from "@/domain/values/percent";
import { describeEdit } from "@/forms/conflict-notice";
import type { EditedField } from "@/forms/merge-edits";
import {
  email,
  imageUrl,
  patternText,
  requiredText,
  text,
  typedNumber,
  wholeNumber,
} from "@/forms/schema";
import { messages as m } from "@/messages";
import { typedUnits } from "@/staff/schedule/capacity/hourly";
import { DEFAULT_TIP_PRESETS, showTipPresets, typedTipPresets } from "./tip-presets";

export const TAG_LIMIT = TruckRequest.cuisine.maxItems;
export const TAG_LENGTH = 40;

const BPS_PER_PERCENT = 100;
const RATE_DECIMALS = 4;
const FEE_DECIMALS = 2;

/** Numbers stay as they were typed until they are sent; the names are the server's, for its answers. */
export interface TruckValues {
  name: string;
  slug: string;
  isActive: boolean;
  shortDescription: string;
  description: string;
  cuisine: string[];
  location: { city: string; state: string };
  phone: string;
  email: string;
  owner: { name: string; email: string };
  imageUrl: string | null;
  bannerImage: string | null;
  accentHue: number | null;
  timezone: string;
  taxRate: string;
  /** Typed in percent. */
  applicationFeeBps: string;
  acceptingOrders: boolean;
  notAcceptingReason: string;
  /** On the clocks of the truck's zone. */
  pausedUntil: string;
  leadMinutes: number;
  smsSignature: string;
  selfService: boolean;
  takesTips: boolean;
  /** Three percentages, separated by commas. */
  tipPresets: string;
  scheduleMode: ScheduleMode;
  /** Of a truck that is always open; empty: no limit. */
  unitsPerTenMinutes: string;
}

type ScheduleMode = StaffTruck["scheduleMode"];

/** The minutes of a busy kitchen are for their own screens alone. */
export type FormSettings = Omit<TruckSettings, "extraLeadMinutes" | "extraLeadUntil"> & {
  scheduleMode: ScheduleMode;
};

/** What is sent: the truck's own fields, and its ordering settings, which have an address of their own. */
export interface TruckSubmission {
  truck: TruckInput;
  settings: FormSettings;
}

export const newTruck = (): TruckValues => ({
  name: "",
  slug: "",
  isActive: true,
  shortDescription: "",
  description: "",
  cuisine: [],
  location: { city: "", state: "" },
  phone: "",
  email: "",
  owner: { name: "", email: "" },
  imageUrl: null,
  bannerImage: null,
  accentHue: null,
  timezone: DEFAULT_TIMEZONE,
  taxRate: String(DEFAULT_TAX_RATE),
  applicationFeeBps: "0",
  acceptingOrders: true,
  notAcceptingReason: "",
  pausedUntil: "",
  leadMinutes: MIN_PICKUP_LEAD_MINUTES,
  smsSignature: "",
  selfService: true,
  takesTips: false,
  tipPresets: DEFAULT_TIP_PRESETS,
  scheduleMode: "always",
  unitsPerTenMinutes: "",
});

const percent = (limits: { minimum: number; maximum: number }, decimals: number) =>
  typedNumber(
    limits,
    (typed) => parsePercent(typed, decimals),
    () => m.truckForm.checks.percent({ most: limits.maximum }),
  );

const leadError = () =>
  m.truckForm.checks.minutes({
    least: SettingsRequest.leadMinutes.minimum,
    most: SettingsRequest.leadMinutes.maximum,
  });

const fields = v.object({
  name: requiredText(TruckRequest.name, () => m.truckForm.checks.nameRequired),
  slug: patternText(TruckRequest.slug, () => m.truckForm.checks.slug),
  isActive: v.boolean(),
  shortDescription: text(TruckRequest.shortDescription),
  description: text(TruckRequest.description),
  cuisine: v.pipe(
    v.array(v.string()),
    v.maxLength(TAG_LIMIT, () => m.truckForm.checks.mostTags({ limit: TAG_LIMIT })),
  ),
  location: v.object({ city: text(LocationIn.city), state: text(LocationIn.state) }),
  phone: text(TruckRequest.phone),
  email: email(TruckRequest.email),
  owner: v.object({ name: text(OwnerIn.name), email: email(OwnerIn.email) }),
  imageUrl: imageUrl(),
  bannerImage: imageUrl(),
  accentHue: v.nullable(v.number()),
  timezone: v.pipe(
    v.string(),
    v.nonEmpty(() => m.truckForm.checks.timeZoneRequired),
  ),
  taxRate: percent(TruckRequest.taxRate, RATE_DECIMALS),
  applicationFeeBps: percent({ minimum: 0, maximum: 100 }, FEE_DECIMALS),
  acceptingOrders: v.boolean(),
  notAcceptingReason: text(SettingsRequest.notAcceptingReason),
  pausedUntil: v.string(),
  leadMinutes: v.pipe(
    wholeNumber(leadError),
    v.minValue(SettingsRequest.leadMinutes.minimum, leadError),
    v.maxValue(SettingsRequest.leadMinutes.maximum, leadError),
  ),
  smsSignature: text(SettingsRequest.smsSignature),
  selfService: v.boolean(),
  takesTips: v.boolean(),
  tipPresets: typedTipPresets,
  scheduleMode: v.picklist(["always", "stops"]),
  unitsPerTenMinutes: typedUnits,
});

export const truckSchema = v.pipe(
  fields,
  v.transform((values): TruckSubmission => {
    const {
      acceptingOrders,
      notAcceptingReason,
      pausedUntil,
      leadMinutes,
      smsSignature,
      selfService,
      takesTips,
      tipPresets,
      scheduleMode,
      unitsPerTenMinutes,
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
        takesTips,
        tipPresets,
        scheduleMode,
        unitsPerTenMinutes,
      },
    };
  }),
) satisfies v.GenericSchema<TruckValues, TruckSubmission>;

export function valuesOf(truck: StaffTruck): TruckValues {
  const { settings } = truck;
  return {
    name: truck.name,
    slug: truck.slug,
    isActive: truck.isActive,
    shortDescription: truck.shortDescription,
    description: truck.description,
    cuisine: truck.cuisine,
    location: truck.location,
    phone: truck.phone,
    email: truck.email,
    owner: truck.owner,
    imageUrl: truck.imageUrl,
    bannerImage: truck.bannerImage,
    accentHue: truck.accentHue,
    timezone: truck.timezone,
    taxRate: String(truck.taxRate),
    applicationFeeBps: String(truck.applicationFeeBps / BPS_PER_PERCENT),
    acceptingOrders: settings.acceptingOrders,
    notAcceptingReason: settings.notAcceptingReason ?? "",
    pausedUntil: toZonedInput(settings.pausedUntil, truck.timezone),
    leadMinutes: settings.leadMinutes,
    smsSignature: settings.smsSignature,
    selfService: settings.selfService,
    takesTips: settings.takesTips,
    tipPresets: showTipPresets(settings.tipPresets),
    scheduleMode: truck.scheduleMode,
    unitsPerTenMinutes: String(settings.unitsPerTenMinutes ?? ""),
  };
}

const labels = (): Record<keyof TruckValues, string> => ({
  name: m.common.name,
  slug: m.truckForm.slug.label,
  isActive: m.common.active,
  shortDescription: m.common.shortDescription,
  description: m.common.description,
  cuisine: m.common.cuisine,
  location: m.common.place,
  phone: m.common.phone,
  email: m.common.email,
  owner: m.common.owner,
  imageUrl: m.truckForm.look.cardImage,
  bannerImage: m.common.banner,
  accentHue: m.truckForm.look.color,
  timezone: m.common.timeZone,
  taxRate: m.common.taxRate,
  applicationFeeBps: m.truckForm.money.fee,
  acceptingOrders: m.truckForm.ordering.accepting,
  notAcceptingReason: m.truckForm.ordering.reason,
  pausedUntil: m.common.pausedUntil,
  leadMinutes: m.truckForm.ordering.leadTime,
  selfService: m.truckForm.ordering.selfService,
  takesTips: m.common.takesTips,
  tipPresets: m.common.offeredTips,
  smsSignature: m.truckForm.ordering.signature,
  scheduleMode: m.truckForm.ordering.hours,
  unitsPerTenMinutes: m.common.unitsPerTenMinutes,
});

/** One change of a colleague in words, for the notice about it. */
export const describeChange = (change: EditedField<TruckValues>) =>
  describeEdit(change, labels(), describeValue);

function describeValue(value: TruckValues[keyof TruckValues], field: keyof TruckValues): string {
  if (typeof value === "boolean") return value ? m.truckForm.conflict.yes : m.truckForm.conflict.no;
  if (field === "accentHue")
    return value === null
      ? m.truckForm.look.automatic
      : m.truckForm.look.hue({ value: String(value) });
  if (field === "imageUrl" || field === "bannerImage")
    return value ? m.common.anImage : m.common.none;
  if (field === "taxRate" || field === "applicationFeeBps") return `${value} %`;
  if (field === "scheduleMode")
    return value === "stops" ? m.truckForm.ordering.byStops : m.truckForm.ordering.anyTime;
  if (field === "pausedUntil")
    return value ? String(value).replace("T", " ") : m.truckForm.conflict.noPause;
  const parts = typeof value === "object" && value !== null ? Object.values(value) : [value];
  return parts.filter((part) => part !== "").join(", ") || m.record.empty;
}

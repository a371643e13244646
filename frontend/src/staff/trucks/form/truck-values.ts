import type { StaffTruck, TruckInput, TruckSettings } from "@/domain/api/admin-types";
import { DEFAULT_TIMEZONE, MIN_PICKUP_LEAD_MINUTES } from "@/domain/time/time";
import { fromZonedInput, toZonedInput } from "@/domain/time/zoned-input";
import { isEmail } from "@/domain/values/email";
import { isImageUrl } from "@/domain/values/image-url";
import { DEFAULT_TAX_RATE } from "@/domain/values/money";
import { parsePercent } from "@/domain/values/percent";
import { z } from "@/forms/zod";
import { messages as m } from "@/messages";

export const TAG_LIMIT = 10;
export const TAG_LENGTH = 40;
export const LONGEST_LEAD = 120;

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
  scheduleMode: ScheduleMode;
}

type ScheduleMode = StaffTruck["scheduleMode"];

/** The minutes of a busy kitchen are for its own screens alone. */
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
  scheduleMode: "always",
});

const SLUG = /^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$/;

const text = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, { error: () => m.staff.trucksForm.atMostCharacters({ limit }) });
const email = text(254).refine((typed) => typed === "" || isEmail(typed), {
  error: () => m.staff.trucksForm.pleaseEnterValidEmailAddress,
});
const image = z
  .string()
  .nullable()
  .refine(isImageUrl, { error: () => m.domain.values.enterAddressThatStartsWith });

const leadError = {
  error: () =>
    m.staff.trucksForm.enterToMinutes({
      minPickupLeadMinutes: MIN_PICKUP_LEAD_MINUTES,
      longestLead: LONGEST_LEAD,
    }),
};

function percent(most: number, decimals: number) {
  return z.string().transform((typed, context) => {
    const value = parsePercent(typed, decimals);
    if (value !== null && value <= most) return value;
    context.addIssue({
      code: "custom",
      message: m.staff.trucksForm.enterPercentageFrom0To({ most }),
    });
    return z.NEVER;
  });
}

export const truckSchema = z
  .object({
    name: text(60).min(1, { error: () => m.staff.trucksForm.enterTheTrucksName }),
    slug: text(64).refine((typed) => typed === "" || SLUG.test(typed), {
      error: () => m.staff.trucksForm.useLowerCaseLettersDigits,
    }),
    isActive: z.boolean(),
    shortDescription: text(200),
    description: text(2000),
    cuisine: z
      .array(z.string())
      .max(TAG_LIMIT, { error: () => m.staff.trucksForm.atMostTags({ tagLimit: TAG_LIMIT }) }),
    location: z.object({ city: text(80), state: text(40) }),
    phone: text(40),
    email,
    owner: z.object({ name: text(120), email }),
    imageUrl: image,
    bannerImage: image,
    accentHue: z.number().nullable(),
    timezone: z.string().min(1, { error: () => m.staff.trucksForm.chooseATimeZone }),
    taxRate: percent(20, RATE_DECIMALS),
    applicationFeeBps: percent(100, FEE_DECIMALS),
    acceptingOrders: z.boolean(),
    notAcceptingReason: text(200),
    pausedUntil: z.string(),
    leadMinutes: z
      .number(leadError)
      .int(leadError)
      .min(MIN_PICKUP_LEAD_MINUTES, leadError)
      .max(LONGEST_LEAD, leadError),
    smsSignature: text(60),
    scheduleMode: z.enum(["always", "stops"]),
  })
  .transform((values): TruckSubmission => {
    const {
      acceptingOrders,
      notAcceptingReason,
      pausedUntil,
      leadMinutes,
      smsSignature,
      scheduleMode,
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
        scheduleMode,
      },
    };
  });

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
    scheduleMode: truck.scheduleMode,
  };
}

/** Stops of a truck that a test made: what staff do, through the API. */
import { callAsHarness } from "./api.ts";
import { getMenuItem } from "./menu-items.ts";
import { changeTruck } from "./own-trucks.ts";
import type { OwnTruck } from "./product.ts";

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const SPARE_MS = 5 * MINUTE_MS;
// Zones around the earth, so that it is the middle of the day in one of them at any hour.
const ZONES = [
  "America/New_York",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Asia/Tokyo",
  "Pacific/Honolulu",
];
const MORNING = 7;
const AFTERNOON = 16;

export interface OwnStop {
  id: string;
  startsAt: Date;
  lastOrderAt: Date;
  endsAt: Date;
  /** The place's zone. It is the middle of the day there, so no time has a weekday beside it. */
  zone: string;
  /** A time on the clock of the place: 2:15 PM. */
  clock: (instant: Date) => string;
}

interface StopSettings {
  /** Units of one slot. */
  slotCapacity?: number;
}

interface NewPlace {
  name: string;
  address: string;
  taxRate: number;
  timezone?: string;
}

/** Saves a place of a truck; returns its id. */
export async function createPlace(truck: OwnTruck, place: NewPlace): Promise<string> {
  const body = { truckId: truck.id, ...place };
  const { _id } = await callAsHarness<{ _id: string }>(truck.product, "POST", "/places", body);
  return _id;
}

/**
 * Gives a truck a stop of two hours that starts in 20 to 35 minutes, and takes orders for it from now on.
 *
 * The truck needs 15 minutes for an order, so the first slot stays free for five minutes however slow the test is.
 */
export async function createComingStop(
  truck: OwnTruck,
  place: NewPlace,
  settings: StopSettings = {},
): Promise<OwnStop> {
  const zone = zoneInDaytime();
  const startsAt = new Date(Math.ceil((Date.now() + SPARE_MS) / QUARTER_MS + 1) * QUARTER_MS);
  const endsAt = new Date(startsAt.getTime() + 120 * MINUTE_MS);
  await changeTruck(truck, { scheduleMode: "stops" });
  const placeId = await createPlace(truck, { timezone: zone, ...place });
  const { _id: id } = await callAsHarness<{ _id: string }>(truck.product, "POST", "/stops", {
    truckId: truck.id,
    placeId,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    lastOrderMinutes: 15,
    ...settings,
  });
  const lastOrderAt = new Date(endsAt.getTime() - 15 * MINUTE_MS);
  return { id, startsAt, lastOrderAt, endsAt, zone, clock: (instant) => timeIn(zone, instant) };
}

/** Delays a stop as staff do; customers are told ten seconds later. */
export async function runLate(
  { product }: OwnTruck,
  stop: OwnStop,
  late: { minutes: number; sentence: string },
): Promise<void> {
  const path = `/stops/${stop.id}/disruptions`;
  const plan = { kind: "late", ...late };
  const preview = await callAsHarness<{ digest: string }>(product, "POST", `${path}/preview`, plan);
  await callAsHarness(product, "POST", path, { ...plan, digest: preview.digest });
}

/** Says how many of an item a stop has; nothing else is counted there. */
export async function countStock(
  truck: OwnTruck,
  stop: OwnStop,
  item: string,
  remaining: number,
): Promise<void> {
  const { _id: menuItemId } = await getMenuItem(truck, item);
  const counts = [{ menuItemId, remaining }];
  await callAsHarness(truck.product, "PUT", `/stops/${stop.id}/stock`, { counts });
}

/** A zone where it is between 7 AM and 4 PM, so that what happens soon happens on the same day. */
export function zoneInDaytime(): string {
  const zone = ZONES.find((name) => {
    const hour = hourIn(name, new Date());
    return hour >= MORNING && hour < AFTERNOON;
  });
  if (!zone) throw new Error("It is night in all zones.");
  return zone;
}

function hourIn(zone: string, instant: Date): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hour: "2-digit",
    hourCycle: "h23",
  });
  return Number(format.format(instant));
}

function timeIn(zone: string, instant: Date): string {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hour: "numeric",
    minute: "2-digit",
  });
  return format.format(instant).replace("\u202f", " ");
}

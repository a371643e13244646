import * as v from "valibot";
import type { StaffTruck } from "@/domain/api/admin-types";
import { PlaceRequest } from "@/domain/api/limits.gen";
import { describeEdit } from "@/forms/conflict-notice";
import type { EditedField } from "@/forms/merge-edits";
import { requiredText, text, typedNumber } from "@/forms/schema";
import { messages as m } from "@/messages";
import type { Place } from "./api";

/** What the form of a place holds, all of it text. */
interface PlaceValues {
  name: string;
  address: string;
  directions: string;
  /** In percent. */
  taxRate: string;
  /** Degrees; empty where the position is not known. */
  latitude: string;
  longitude: string;
  timezone: string;
}

/** The form of a place; a new one has the zone and the tax rate of its truck. */
export function placeValues(place: Place | null, truck: StaffTruck): PlaceValues {
  return {
    name: place?.name ?? "",
    address: place?.address ?? "",
    directions: place?.directions ?? "",
    taxRate: String(place?.taxRate ?? truck.taxRate),
    latitude: place?.latitude?.toString() ?? "",
    longitude: place?.longitude?.toString() ?? "",
    timezone: place?.timezone ?? truck.timezone,
  };
}

export const placeSchema = v.object({
  name: requiredText(PlaceRequest.name, () => m.schedule.required),
  address: text(PlaceRequest.address),
  directions: text(PlaceRequest.directions),
  taxRate: typedNumber(PlaceRequest.taxRate, numberOf, () =>
    m.schedule.place.percentInvalid({ highest: PlaceRequest.taxRate.maximum }),
  ),
  latitude: degrees(PlaceRequest.latitude),
  longitude: degrees(PlaceRequest.longitude),
  timezone: v.pipe(v.string(), v.trim()),
});

/** A latitude or longitude, or null where none was typed. */
function degrees(limits: { minimum: number; maximum: number }) {
  const wrong = () => m.schedule.place.degreesInvalid({ highest: limits.maximum });
  const none = v.pipe(
    v.string(),
    v.trim(),
    v.literal(""),
    v.transform(() => null),
  );
  return v.union([none, typedNumber(limits, numberOf, wrong)], wrong);
}

function numberOf(typed: string): number | null {
  const number = Number(typed.trim().replace(",", "."));
  return typed.trim() === "" || Number.isNaN(number) ? null : number;
}

const labels = (): Record<keyof PlaceValues, string> => ({
  name: m.common.name,
  address: m.common.address,
  directions: m.schedule.place.directions,
  taxRate: m.schedule.place.taxRate,
  latitude: m.schedule.place.latitude,
  longitude: m.schedule.place.longitude,
  timezone: m.common.timeZone,
});

/** One change of a colleague in words, for the notice about it. */
export const describeChange = (change: EditedField<PlaceValues>) =>
  describeEdit(change, labels(), (value) => value || m.record.empty);

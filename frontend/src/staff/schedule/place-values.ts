import * as v from "valibot";
import { PlaceRequest } from "@/domain/api/limits.gen";
import type { StaffTruck } from "@/domain/api/staff-types";
import { defineRecordFields } from "@/forms/define-record-fields";
import { requiredText, text, typedNumber } from "@/forms/schema";
import { messages as m } from "@/messages";
import type { Place } from "./api";

/** The form of a place, all of it text; a new one has the zone and the tax rate of its truck. */
export const placeFields = (truck: StaffTruck) =>
  defineRecordFields<Place>()({
    name: {
      label: () => m.common.name,
      schema: requiredText(PlaceRequest.name, () => m.schedule.required),
      blank: "",
      read: (place) => place.name,
    },
    address: {
      label: () => m.common.address,
      schema: text(PlaceRequest.address),
      blank: "",
      read: (place) => place.address,
    },
    directions: {
      label: () => m.schedule.place.directions,
      schema: text(PlaceRequest.directions),
      blank: "",
      read: (place) => place.directions,
    },
    /** In percent. */
    taxRate: {
      label: () => m.schedule.place.taxRate,
      schema: typedNumber(PlaceRequest.taxRate, numberOf, () =>
        m.schedule.place.percentInvalid({ highest: PlaceRequest.taxRate.maximum }),
      ),
      blank: String(truck.taxRate),
      read: (place) => String(place.taxRate),
    },
    /** In percent; empty: the same rate. */
    reducedTaxRate: {
      label: () => m.common.reducedTaxRate,
      schema: optionalNumber(PlaceRequest.taxRate, () =>
        m.schedule.place.percentInvalid({ highest: PlaceRequest.taxRate.maximum }),
      ),
      blank: truck.reducedTaxRate?.toString() ?? "",
      read: (place) => place.reducedTaxRate?.toString() ?? "",
    },
    /** Degrees; empty where the position is not known. */
    latitude: {
      label: () => m.schedule.place.latitude,
      schema: degrees(PlaceRequest.latitude),
      blank: "",
      read: (place) => place.latitude?.toString() ?? "",
    },
    longitude: {
      label: () => m.schedule.place.longitude,
      schema: degrees(PlaceRequest.longitude),
      blank: "",
      read: (place) => place.longitude?.toString() ?? "",
    },
    timezone: {
      label: () => m.common.timeZone,
      schema: v.pipe(v.string(), v.trim()),
      blank: truck.timezone,
      read: (place) => place.timezone,
    },
  });

/** A latitude or longitude, or null where none was typed. */
function degrees(limits: { minimum: number; maximum: number }) {
  return optionalNumber(limits, () => m.schedule.place.degreesInvalid({ highest: limits.maximum }));
}

function optionalNumber(limits: { minimum: number; maximum: number }, wrong: () => string) {
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

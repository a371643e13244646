import type { StaffTruck } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import type { Place, PlaceChange } from "@/staff/schedule/api";

/** What the form of a place holds, all of it text. */
export interface PlaceValues {
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

/** The place as the API takes it. */
export function changesOfPlace(values: PlaceValues): PlaceChange {
  return {
    name: values.name.trim(),
    address: values.address.trim(),
    directions: values.directions.trim(),
    taxRate: numberOf(values.taxRate),
    latitude: numberOf(values.latitude),
    longitude: numberOf(values.longitude),
    timezone: values.timezone.trim(),
  };
}

const HIGHEST_TAX_RATE = 20;

/** What is wrong with a tax rate; true for nothing. */
export function checkTaxRate(text: string): string | true {
  const rate = numberOf(text);
  const isRate = rate !== null && rate >= 0 && rate <= HIGHEST_TAX_RATE;
  return isRate || m.staff.schedule.percentBetween({ highest: HIGHEST_TAX_RATE });
}

/** What is wrong with a latitude or longitude, which may be empty; true for nothing. */
export function checkDegrees(highest: number): (text: string) => string | true {
  return (text) => {
    const degrees = numberOf(text);
    const isPosition = degrees !== null && Math.abs(degrees) <= highest;
    return text.trim() === "" || isPosition || m.staff.schedule.degreesBetween({ highest });
  };
}

function numberOf(text: string): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || Number.isNaN(number) ? null : number;
}

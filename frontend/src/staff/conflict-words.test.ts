import { afterEach, expect, it } from "vitest";
import { menuItemFields } from "@/staff/menu/editor/item-and-option-schema";
import { placeFields } from "@/staff/schedule/places-drawer-and-place-form";
import { truckFields } from "@/staff/trucks/form/truck-form-schema";
import { speak } from "@/test/speak";
import { aStaffTruck } from "@/test/staff/staff";

afterEach(() => speak("en"));

it.each([
  ["a menu item", menuItemFields.describeChange],
  ["a truck", truckFields.describeChange],
  ["a place", placeFields(aStaffTruck()).describeChange],
])("names the changed field of %s in the language of the screen", (_record, describeChange) => {
  speak("es");
  const change = { field: "name", before: "", theirs: "Elote" } as const;
  expect(describeChange(change)).toEqual({ label: "Nombre", before: "Vacío", theirs: "Elote" });
});

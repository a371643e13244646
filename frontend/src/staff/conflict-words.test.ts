import { afterEach, expect, it } from "vitest";
import { describeChange as describeItemChange } from "@/staff/menu/editor/menu-item-values";
import { describeChange as describePlaceChange } from "@/staff/schedule/place-values";
import { describeChange as describeTruckChange } from "@/staff/trucks/form/truck-values";
import { speak } from "@/test/speak";

afterEach(() => speak("en"));

it.each([
  ["a menu item", describeItemChange],
  ["a truck", describeTruckChange],
  ["a place", describePlaceChange],
])("names the changed field of %s in the language of the screen", (_record, describeChange) => {
  speak("es");
  const change = { field: "name", before: "", theirs: "Elote" } as const;
  expect(describeChange(change)).toEqual({ label: "Nombre", before: "Vacío", theirs: "Elote" });
});

import { expect, it } from "vitest";
import { timezoneChoices } from "./address-contact-and-timezone-fields";

it("begins with the zones of the United States, from east to west", () => {
  const first = timezoneChoices("America/New_York").slice(0, 5);
  expect(first.map(({ value }) => value)).toEqual([
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Phoenix",
    "America/Los_Angeles",
  ]);
});

it("holds every zone once, readable", () => {
  const choices = timezoneChoices("America/New_York");
  const values = choices.map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
  expect(choices).toContainEqual({ value: "Europe/Berlin", label: "Berlin, Europe" });
});

it("keeps a truck's zone that this browser does not list", () => {
  expect(timezoneChoices("America/Old_Town")).toContainEqual({
    value: "America/Old_Town",
    label: "Old Town, America",
  });
});

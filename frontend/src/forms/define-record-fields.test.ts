import * as v from "valibot";
import { afterEach, expect, it } from "vitest";
import { speak } from "@/test/speak";
import { defineRecordFields } from "./define-record-fields";

afterEach(() => speak("en"));

interface Kettle {
  color: string;
  liters: number;
  isOn: boolean;
}

const fields = defineRecordFields<Kettle>()({
  color: {
    label: () => "Color",
    schema: v.pipe(v.string(), v.trim()),
    blank: "",
    read: (kettle) => kettle.color,
  },
  liters: {
    label: () => "Liters",
    schema: v.pipe(v.string(), v.transform(Number)),
    blank: "1",
    read: (kettle) => String(kettle.liters),
    show: (typed) => `${typed} l`,
  },
  isOn: { label: () => "On", schema: v.boolean(), blank: false, read: (kettle) => kettle.isOn },
});

it("gives the values of a new record and of a stored one", () => {
  expect(fields.blank).toEqual({ color: "", liters: "1", isOn: false });
  expect(fields.valuesOf({ color: "red", liters: 2, isOn: true })).toEqual({
    color: "red",
    liters: "2",
    isOn: true,
  });
});

it("sends what its schemas make of the values", () => {
  const sent = v.parse(fields.schema, { color: " red ", liters: "2", isOn: true });
  expect(sent).toEqual({ color: "red", liters: 2, isOn: true });
});

it("says a colleague's change in the words of the field, or as it was typed", () => {
  expect(fields.describeChange({ field: "liters", before: "1", theirs: "2", mine: "3" })).toEqual({
    label: "Liters",
    before: "1 l",
    theirs: "2 l",
    mine: "3 l",
  });
  expect(fields.describeChange({ field: "color", before: "", theirs: "red" })).toEqual({
    label: "Color",
    before: "Empty",
    theirs: "red",
  });
  speak("es");
  const { before, theirs } = fields.describeChange({ field: "isOn", before: false, theirs: true });
  expect([before, theirs]).toEqual(["No", "Sí"]);
});

import { afterEach, expect, it } from "vitest";
import { speak } from "@/test/speak";
import { changeLabel, detailLabel, roleLabel } from "./activity-labels";

const ZONE = "America/Los_Angeles";

afterEach(() => speak("en"));

const CASES = [
  ["en", "yes → no", "nothing → Tacos"],
  ["es", "sí → no", "nada → Tacos"],
] as const;

it.each(CASES)("the values of a change are words of the language (%s)", (language, flag, name) => {
  speak(language);
  expect(changeLabel({ name: "isActive", before: true, after: false }, ZONE)).toBe(flag);
  expect(changeLabel({ name: "name", before: "", after: "Tacos" }, ZONE)).toBe(name);
});

it.each([
  ["en", ["Price", "Sold out until", "Lead minutes"], "superadmin"],
  ["es", ["Precio", "Agotado hasta", "Minutos de preparación"], "superadministrador"],
] as const)("fields and roles are words of the language (%s)", (language, fields, role) => {
  speak(language);
  const names = ["price", "sold_out_until", "leadMinutes"];
  expect(names.map((name) => detailLabel({ name, after: "" }))).toEqual(fields);
  expect(roleLabel({ _id: null, name: "Sol", role: "superadmin" })).toBe(role);
});

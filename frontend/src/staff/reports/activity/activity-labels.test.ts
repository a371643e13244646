import { afterEach, expect, it } from "vitest";
import { speak } from "@/test/speak";
import { changeLabel } from "./activity-labels";

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

import { expect, test, vi } from "vitest";
import { z } from "./zod";

test("a form is judged without code made of text", () => {
  const made = vi.fn();
  vi.stubGlobal("Function", made);
  expect(z.object({ name: z.string() }).parse({ name: "Taco" })).toEqual({ name: "Taco" });
  expect(made).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

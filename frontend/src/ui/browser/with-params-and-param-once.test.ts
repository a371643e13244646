import { expect, it } from "vitest";
import { withParams } from "./with-params-and-param-once";

it("sets and removes parameters in a copy, and leaves the others", () => {
  const present = new URLSearchParams("view=list&q=taco&page=3");
  expect(withParams(present, { q: "mole", page: null, view: "" }).toString()).toBe("q=mole");
  expect(present.toString()).toBe("view=list&q=taco&page=3");
});

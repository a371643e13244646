import { expect, it } from "vitest";
import { addTag } from "./truck-form-schema";

it("adds a tag without the spaces around it", () => {
  expect(addTag(["Mexican"], "  Korean   barbecue ")).toEqual(["Mexican", "Korean barbecue"]);
});

it.each([
  ["nothing", ["Mexican"], "  "],
  ["what is there already", ["Mexican"], "mexican"],
  ["an eleventh", Array.from({ length: 10 }, (_, number) => `tag ${number}`), "one more"],
])("adds no %s", (_, tags, typed) => {
  expect(addTag(tags, typed)).toBe(tags);
});

it("cuts a tag at 40 characters", () => {
  expect(addTag([], "x".repeat(50))).toEqual(["x".repeat(40)]);
});

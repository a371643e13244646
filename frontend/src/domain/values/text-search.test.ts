import { expect, it } from "vitest";
import { searchFor } from "./text-search";

it.each([
  ["leila’s", "Leila's Kitchen", true],
  ["leilas", "Leila’s Kitchen", true],
  ["LEILA'S", "Leila‘s Kitchen", true],
  ["banh mi dac", "Bánh Mì Đặc Biệt", true],
  ["bánh mì", "Banh Mi", true],
  ["fire  seoul", "Seoul Fire", true],
  ["nandu", "Ñandú", true],
  ["los angeles", "America/Los_Angeles", true],
  ["  ", "Anything", true],
  ["seoul ice", "Seoul Fire", false],
  ["%", "100 percent", false],
])("%j in %j: %s", (search, text, found) => {
  expect(searchFor(search)(text, "Portland")).toBe(found);
});

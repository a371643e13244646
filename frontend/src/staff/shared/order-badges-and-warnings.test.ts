import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { anOrder } from "@/test/staff/staff";
import { warningsOf } from "./order-badges-and-warnings";

const SERVER = "../backend/chuckwagon";
const CODE = globSync(`${SERVER}/**/*.py`).map((path) => readFileSync(path, "utf8"));

/** What is written of flags in the server's code: words in quotes, and names of constants. */
function flagsOfServer(): Set<string> {
  const all = CODE.join("\n");
  const listed = /^ {4}flags = \{\n([\s\S]*?)^ {4}\}/m.exec(all)?.[1] ?? "";
  const words = [...listed.matchAll(/"(\w+)":/g)].map(([, word = ""]) => word);
  for (const line of all
    .split("\n")
    .filter((one) => /\bflags\b|_flags\b|return \[\w+\.[A-Z_]+\]/.test(one))) {
    for (const [, word = ""] of line.matchAll(/\["(\w+)"\]/g)) words.push(word);
    for (const [name] of line.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)) {
      const value = new RegExp(`^${name} = "(\\w+)"`, "m").exec(all)?.[1];
      if (value) words.push(value);
    }
  }
  return new Set(words);
}

it("has a sentence for each flag that the server gives an order", () => {
  const flags = [...flagsOfServer()];
  expect(flags).toEqual(expect.arrayContaining(["item_deleted", "stop_changed", "over_capacity"]));
  expect(flags).toEqual(expect.arrayContaining(["possible_duplicate", "tip_over_limit"]));
  const unsaid = flags.filter((flag) => warningsOf(anOrder({ flags: [flag] })).includes(flag));
  expect(unsaid).toEqual([]);
});

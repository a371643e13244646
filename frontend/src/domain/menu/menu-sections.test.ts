import { expect, it } from "vitest";
import { aMenuItem } from "@/test/fixtures";
import { isUnnamed, menuSections } from "./menu-sections";

it("groups by section, else category, in the menu's own order", () => {
  const menu = [
    aMenuItem({ name: "Flan", section: "Sweets", position: 2 }),
    aMenuItem({ name: "Taco", section: "Tacos", position: 0 }),
    aMenuItem({ name: "Water", section: "", category: "Drinks", position: 3 }),
    aMenuItem({ name: "Al pastor", section: "Tacos", position: 1 }),
    aMenuItem({ name: "Surprise", section: "", category: "", position: 4 }),
  ];
  const found = menuSections(menu).map(({ title, items }) => [title, items.map((i) => i.name)]);
  expect(found).toEqual([
    ["Tacos", ["Taco", "Al pastor"]],
    ["Sweets", ["Flan"]],
    ["Drinks", ["Water"]],
    ["More from the truck", ["Surprise"]],
  ]);
});

it("knows a menu that is one list without a name", () => {
  const surprise = aMenuItem({ name: "Surprise", section: "", category: "" });
  const taco = aMenuItem({ name: "Taco", section: "Tacos" });
  expect(isUnnamed(menuSections([surprise]))).toBe(true);
  expect(isUnnamed(menuSections([taco]))).toBe(false);
  expect(isUnnamed(menuSections([surprise, taco]))).toBe(false);
});

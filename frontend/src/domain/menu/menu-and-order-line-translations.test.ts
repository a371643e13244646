import { afterEach, expect, it } from "vitest";
import type { MenuItem } from "@/domain/api/public-types";
import { setCurrentLanguage } from "@/messages/language";
import { translateLine, translateMenu } from "./menu-and-order-line-translations";
import { menuSections } from "./menu-sections";

afterEach(() => setCurrentLanguage("en"));

const OPTION = { additionalPrice: 0, isAvailable: true, soldOutUntil: null };

function anItem(change: Partial<MenuItem>): MenuItem {
  return {
    _id: "a",
    truckId: "t",
    name: "Bowl",
    description: "With rice",
    category: "",
    section: "Plates",
    basePrice: 9,
    imageUrl: null,
    isAvailable: true,
    soldOutUntil: null,
    hasOptions: true,
    position: 0,
    prepUnits: 1,
    optionGroups: [
      {
        _id: "g",
        name: "Size",
        minSelect: 0,
        maxSelect: 1,
        options: [
          { _id: "l", name: "Large", ...OPTION },
          { _id: "s", name: "Small", ...OPTION },
        ],
      },
    ],
    ...change,
  } as MenuItem;
}

const ES = { name: "Tazón", section: "Platos", options: { Size: "Tamaño", Large: "Grande" } };

it("shows the menu in the reader's language, and the truck's own words where there is none", () => {
  const menu = [anItem({ translations: { es: ES } })];
  expect(translateMenu(menu)).toEqual(menu);
  setCurrentLanguage("es");
  const [item] = translateMenu(menu);
  expect(item).toMatchObject({ name: "Tazón", description: "With rice", section: "Platos" });
  const [group] = item?.optionGroups ?? [];
  expect(group?.name).toBe("Tamaño");
  expect(group?.options.map(({ name }) => name)).toEqual(["Grande", "Small"]);
});

it("keeps a section together that is translated at one of its menu items only", () => {
  setCurrentLanguage("es");
  const menu = [anItem({ _id: "b", name: "Soup" }), anItem({ translations: { es: ES } })];
  expect(menuSections(translateMenu(menu)).map(({ title }) => title)).toEqual(["Platos"]);
});

it("says a line of an order as the menu said it", () => {
  const line = {
    name: "Bowl",
    customizations: [
      { group: "Size", name: "Large" },
      { group: "Size", name: "Small" },
    ],
    allergensNotStated: ["Bowl", "Large"],
    translations: { es: ES },
  };
  expect(translateLine(line)).toBe(line);
  setCurrentLanguage("es");
  expect(translateLine(line)).toMatchObject({
    name: "Tazón",
    customizations: [
      { group: "Tamaño", name: "Grande" },
      { group: "Tamaño", name: "Small" },
    ],
    allergensNotStated: ["Tazón", "Grande"],
  });
});

import { expect, it } from "vitest";
import { searchMenu } from "@/domain/menu/staff-menu-query-and-search";

const menu = [
  { name: "Carnitas taco", category: "Mains", section: "Tacos" },
  { name: "Jalapeño popper", category: "Sides", section: "Small plates" },
  { name: "Horchata", category: "Drinks", section: "" },
];
const found = (text: string) => searchMenu(menu, text).map(({ name }) => name);

it.each([
  ["carn", ["Carnitas taco"]],
  ["SIDES", ["Jalapeño popper"]],
  ["small plates", ["Jalapeño popper"]],
  ["jalapeno", ["Jalapeño popper"]],
  ["taco mains", ["Carnitas taco"]],
  ["  drinks ", ["Horchata"]],
  ["taco drinks", []],
  ["a", ["Carnitas taco", "Jalapeño popper", "Horchata"]],
])("finds what %j names", (text, names) => {
  expect(found(text)).toEqual(names);
});

it.each(["", "   "])("shows the same list for %j, so that nothing is drawn again", (text) => {
  expect(searchMenu(menu, text)).toBe(menu);
});

/** What can be counted at a stop (each menu item, and each of its options), and what the sheet of counts holds of it. */

import type { components } from "@/domain/api/schema.gen";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { searchFor } from "@/domain/values/text-search";
import { messages as m } from "@/messages";

type Schemas = components["schemas"];

/** What is counted at a stop, and what was at the last one at the same place. */
export type StopCounts = Schemas["StopStockAnswer"];
/** How many pieces of a menu item or option there are in all, and how many are left. */
export type Count = StopCounts["counts"][number];
export type CountInput = Schemas["StockCountRequest"];

export interface Subject {
  /** Of the menu item or the option. */
  id: string;
  name: string;
  input: Pick<CountInput, "menuItemId"> | Pick<CountInput, "optionId">;
}

export interface SubjectGroup {
  item: Subject;
  options: Subject[];
}

/** In the order of the menu, each menu item with its options. */
export function subjectsOf(menu: readonly StaffMenuItem[]): SubjectGroup[] {
  return menu.map(({ _id, name, optionGroups }) => ({
    item: { id: _id, name, input: { menuItemId: _id } },
    options: optionGroups
      .flatMap(({ options }) => options)
      .map((option) => ({
        id: option._id,
        name: option.name,
        input: { optionId: option._id },
      })),
  }));
}

/** The id of what a count is of. */
export function subjectIdOf({
  menuItemId,
  optionId,
}: Pick<Count, "menuItemId" | "optionId">): string {
  return optionId ?? menuItemId;
}

export function countsById(counts: readonly Count[]): Map<string, Count> {
  return new Map(counts.map((count) => [subjectIdOf(count), count]));
}

/** How many pieces customers have already, by the id of the menu item or option. */
export function orderedById({ ordered }: StopCounts): Map<string, number> {
  return new Map(ordered.map((one) => [subjectIdOf(one), one.ordered]));
}

/** What a count is of, as the server names it: "Taco", "Taco: Guacamole". */
export function subjectOf(count: Count): Subject {
  const { menuItemId, optionId, name } = count;
  return { id: subjectIdOf(count), name, input: optionId ? { optionId } : { menuItemId } };
}

/** Menu items without a count; those and options whose names have all the words, once something is searched for. */
export function findUncounted(
  groups: readonly SubjectGroup[],
  counted: ReadonlyMap<string, Count>,
  search: string,
): Subject[] {
  const isMeant = searchFor(search);
  return groups
    .flatMap(({ item, options }) => [
      item,
      ...options.map((option) => ({ ...option, name: `${item.name}: ${option.name}` })),
    ])
    .filter(({ id }) => !counted.has(id))
    .filter(({ name, input }) => (search.trim() === "" ? "menuItemId" in input : isMeant(name)));
}

function allOf(groups: readonly SubjectGroup[]): Subject[] {
  return groups.flatMap(({ item, options }) => [item, ...options]);
}

export interface CountValues {
  /** How many there are, as it is typed, by the id of the menu item or option; empty: unlimited. */
  counts: Record<string, string>;
}

const MOST = 100_000;

export function valuesOf(groups: readonly SubjectGroup[], counts: readonly Count[]): CountValues {
  const byId = countsById(counts);
  const entries = allOf(groups).map(({ id }) => [id, String(byId.get(id)?.initial ?? "")]);
  return { counts: Object.fromEntries(entries) };
}

/** What is wrong with a typed count; true for nothing. */
export function countProblem(typed: string): true | string {
  const text = typed.trim();
  if (text === "" || (/^\d+$/.test(text) && Number(text) <= MOST)) return true;
  return m.counts.invalid;
}

/** Everything that has a number, in the order of the menu. */
export function countedOf(
  groups: readonly SubjectGroup[],
  { counts }: CountValues,
): { subject: Subject; input: CountInput }[] {
  return allOf(groups).flatMap((subject) => {
    const typed = (counts[subject.id] ?? "").trim();
    return typed === "" ? [] : [{ subject, input: { ...subject.input, initial: Number(typed) } }];
  });
}

/** How many there were last time, of what is still on the menu. */
export function valuesOfLast(
  groups: readonly SubjectGroup[],
  last: readonly Count[],
): { id: string; typed: string }[] {
  const onMenu = new Set(allOf(groups).map(({ id }) => id));
  return last
    .map((count) => ({ id: subjectIdOf(count), typed: String(count.initial) }))
    .filter(({ id }) => onMenu.has(id));
}

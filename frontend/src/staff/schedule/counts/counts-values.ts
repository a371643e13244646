/** What the sheet of counts holds, and what of it is sent. */

import { messages as m } from "@/messages";
import {
  allOf,
  type Count,
  type CountInput,
  countsById,
  type Subject,
  type SubjectGroup,
  subjectIdOf,
} from "./count-subjects";

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

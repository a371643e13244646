import * as v from "valibot";
import { ItemRequest, MenuWords } from "@/domain/api/limits.gen";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { text } from "@/forms/field-schemas";
import type { Language } from "@/messages/language";

/** Every field is sent, so that an emptied one removes what is stored. */
export const wordsSchema = v.object({
  name: text(MenuWords.name),
  description: text(MenuWords.description),
  category: text(MenuWords.category),
  section: text(MenuWords.section),
  /** By the truck's own names of groups and options. */
  options: v.record(v.string(), text(ItemRequest.name)),
});

type WordsValues = v.InferInput<typeof wordsSchema>;

export const NO_WORDS: WordsValues = {
  name: "",
  description: "",
  category: "",
  section: "",
  options: {},
};

export function readWords(item: StaffMenuItem, language: Language): WordsValues {
  return { ...NO_WORDS, ...item.translations?.[language] };
}

export function describeWords({ options, ...texts }: WordsValues): string {
  const names = Object.entries(options).map(([own, text]) => text && `${own} = ${text}`);
  return [...Object.values(texts), ...names].filter(Boolean).join(" · ");
}

interface GroupNames {
  name: string;
  options: readonly { name: string }[];
}

/** The names of groups and options, each once, as the server stores them. */
export function namesToTranslate(groups: readonly GroupNames[]): string[] {
  const all = groups.flatMap(({ name, options }) => [name, ...options.map((one) => one.name)]);
  return [...new Set(all.map((name) => name.trim().replace(/\s+/g, " ")).filter(Boolean))];
}

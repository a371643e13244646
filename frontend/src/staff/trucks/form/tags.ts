import { TruckRequest } from "@/domain/api/limits.gen";

export const TAG_LIMIT = TruckRequest.cuisine.maxItems;
export const TAG_LENGTH = 40;

/** The tags with what was typed; the same list when there is nothing new or no room. */
export function addTag(tags: readonly string[], typed: string): readonly string[] {
  const tag = typed
    .replace(/[\s,]+/g, " ")
    .trim()
    .slice(0, TAG_LENGTH);
  const isKnown = tags.some((other) => other.toLowerCase() === tag.toLowerCase());
  return tag === "" || isKnown || tags.length >= TAG_LIMIT ? tags : [...tags, tag];
}

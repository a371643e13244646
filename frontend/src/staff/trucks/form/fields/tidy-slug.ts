/** "Spicy Burritos", typed as a slug, was meant to be "spicy-burritos". */
export function tidySlug(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
}

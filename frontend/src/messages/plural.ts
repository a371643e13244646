/** English and Spanish both have one form for exactly one thing and another for every other number. */
export function plural(count: number, forms: { one: string; other: string }): string {
  return count === 1 ? forms.one : forms.other;
}

/** The usual choices of numbers, and the one that was made elsewhere. */
export function withChosen(choices: readonly string[], chosen: string): string[] {
  return [...new Set([...choices, chosen])].sort((one, other) => Number(one) - Number(other));
}

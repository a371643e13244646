/** The usual choices of numbers, and the one that was made elsewhere. */
export function withChosen(choices: readonly number[], chosen: number): number[] {
  return [...new Set([...choices, chosen])].sort((one, other) => one - other);
}

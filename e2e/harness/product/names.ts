/** Names that no other truck, account or order of this run has. */
let made = 0;

/** The word with a number; all numbers have four digits, so that no name begins another. */
export function uniqueName(word: string): string {
  made += 1;
  return `${word} ${String(made).padStart(4, "0")}`;
}

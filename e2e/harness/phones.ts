let used = 0;

/** A phone number that no other test of this run has; ten digits. */
export function newPhone(worker: number): string {
  used += 1;
  return `503${String(200 + worker)}${String(used).padStart(4, "0")}`;
}

let used = 0;

/** A phone number that no other test of this worker has; ten digits. */
export function newPhone(worker = 0): string {
  used += 1;
  return `503${String(200 + worker)}${String(used).padStart(4, "0")}`;
}

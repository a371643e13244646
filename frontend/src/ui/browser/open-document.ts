/** Loads another document in place of this one, for addresses of the other entry. */
export function openDocument(address: string): void {
  window.location.replace(address);
}

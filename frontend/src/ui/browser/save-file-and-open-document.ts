const KEEP_MS = 30_000;

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}

/** Loads another document in place of this one, for addresses of the other entry. */
export function openDocument(address: string): void {
  window.location.replace(address);
}

/** Where the token lives: in this browser's storage, so that every tab and the next visit have it. */
import { stored, TEXT } from "@/domain/stored";

const STORAGE_KEY = "chuckwagon.token";
const token = stored(STORAGE_KEY, TEXT);

export const readToken = token.read;
export const keepToken: (token: string) => void = token.write;

export function dropToken(): void {
  token.write(null);
}

/** Calls back when another tab signs in (its token) or out (null). Returns the way to stop. */
export function onTokenChangedElsewhere(notify: (token: string | null) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    // Without a key everything was cleared at once.
    if (event.key === STORAGE_KEY || event.key === null) notify(token.read());
  };
  window.addEventListener("storage", handleStorage);
  return () => window.removeEventListener("storage", handleStorage);
}

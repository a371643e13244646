/** Where the token lives: in this browser's storage, so that every tab and the next visit have it. */

const STORAGE_KEY = "chuckwagon.token";

// Storage can be switched off; the sign-in then lasts as long as the page.
let withoutStorage: string | null = null;

export function readToken(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? withoutStorage;
  } catch {
    return withoutStorage;
  }
}

export function keepToken(token: string): void {
  withoutStorage = null;
  try {
    localStorage.setItem(STORAGE_KEY, token);
  } catch {
    withoutStorage = token;
  }
}

export function dropToken(): void {
  withoutStorage = null;
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing is kept there then.
  }
}

/** Calls back when another tab signs in (its token) or out (null). Returns the way to stop. */
export function onTokenChangedElsewhere(notify: (token: string | null) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) notify(event.newValue);
    // Everything was cleared at once.
    if (event.key === null) notify(null);
  };
  window.addEventListener("storage", handleStorage);
  return () => window.removeEventListener("storage", handleStorage);
}

import { useSyncExternalStore } from "react";

/** The day or night look: the system's, unless a person chose one on this device. */
export type Theme = "light" | "dark";

const STORAGE_KEY = "chuckwagon.theme";

const listeners = new Set<() => void>();

function systemTheme(): Theme {
  return window.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : systemTheme();
}

/** The theme that is shown. The page from the server knows no device, and is drawn for the day. */
export function useTheme(): Theme {
  return useSyncExternalStore(listen, currentTheme, () => "light");
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a theme and remembers it on this device. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage can be switched off; the choice then lasts as long as the page.
  }
  for (const tell of listeners) tell();
}

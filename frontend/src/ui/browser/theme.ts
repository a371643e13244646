import { useSyncExternalStore } from "react";
import { oneOf, stored } from "@/domain/stored";

/** The day or night look: the system's, unless a person chose one on this device. */
export type Theme = "light" | "dark";

/** `public/theme.js` shows it before the first paint. */
const chosen = stored("chuckwagon.theme", oneOf(["light", "dark"]));

function systemTheme(): Theme {
  return window.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function currentTheme(): Theme {
  const shown = document.documentElement.dataset.theme;
  return shown === "light" || shown === "dark" ? shown : systemTheme();
}

/** The theme that is shown. The page from the server knows no device, and is drawn for the day. */
export function useTheme(): Theme {
  return useSyncExternalStore(chosen.subscribe, currentTheme, () => "light");
}

/** Shows a theme and remembers it on this device. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  chosen.write(theme);
}

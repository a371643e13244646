import { useSyncExternalStore } from "react";
import { oneOf, stored } from "@/domain/stored";
import { messages as m } from "@/messages";
import { changeLanguage, currentLanguage, LANGUAGE_NAMES } from "@/messages/language";
import { MoonIcon, SunIcon } from "@/ui/icons/first-page-icons";
import { Box } from "@/ui/layout";
import styles from "./language-and-theme.module.css";

/** Offers the other language by its own name, since who needs it may not read this one. */
export function LanguageSwitch({ onChange }: { onChange?: () => void }) {
  const other = currentLanguage() === "en" ? "es" : "en";
  return (
    <Box
      as="button"
      bare
      radius="control"
      target
      weight={600}
      type="button"
      lang={other}
      className={styles.switch}
      onClick={() => {
        onChange?.();
        changeLanguage(other);
      }}
    >
      {LANGUAGE_NAMES[other]}
    </Box>
  );
}

export function ThemeSwitch() {
  const other = useTheme() === "dark" ? "light" : "dark";
  return (
    <Box
      as="button"
      bare
      square
      radius="control"
      type="button"
      className={styles.icon}
      aria-label={other === "dark" ? m.app.toNight : m.app.toDay}
      onClick={() => chooseTheme(other)}
    >
      {other === "dark" ? <MoonIcon /> : <SunIcon />}
    </Box>
  );
}

/** The day or night look: the system's, unless a person chose one on this device. */
type Theme = "light" | "dark";

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

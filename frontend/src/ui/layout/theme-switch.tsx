import { messages as m } from "@/messages";
import { chooseTheme, useTheme } from "@/ui/browser/theme";
import { MoonIcon, SunIcon } from "@/ui/icons/icons";
import styles from "./switches.module.css";

export function ThemeSwitch() {
  const other = useTheme() === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={other === "dark" ? m.app.toNight : m.app.toDay}
      onClick={() => chooseTheme(other)}
    >
      {other === "dark" ? <MoonIcon /> : <SunIcon />}
    </button>
  );
}

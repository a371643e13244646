import { chooseTheme, useTheme } from "@/ui/browser/theme";
import { MoonIcon, SunIcon } from "@/ui/icons/icons";
import styles from "./theme-switch.module.css";

export function ThemeSwitch() {
  const other = useTheme() === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className={styles.switch}
      aria-label={other === "dark" ? "Switch to night colors" : "Switch to day colors"}
      onClick={() => chooseTheme(other)}
    >
      {other === "dark" ? <MoonIcon /> : <SunIcon />}
    </button>
  );
}

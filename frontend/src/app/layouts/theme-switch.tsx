import { useState } from "react";
import { MoonIcon, SunIcon } from "@/components/ui/icons";
import { chooseTheme, currentTheme } from "@/lib/theme";
import styles from "./theme-switch.module.css";

export function ThemeSwitch() {
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className={styles.switch}
      aria-label={other === "dark" ? "Switch to night colors" : "Switch to day colors"}
      onClick={() => {
        chooseTheme(other);
        setTheme(other);
      }}
    >
      {other === "dark" ? <MoonIcon /> : <SunIcon />}
    </button>
  );
}

import { changeLanguage, currentLanguage, LANGUAGE_NAMES } from "@/messages/language";
import styles from "./switches.module.css";

/** Offers the other language by its own name, since who needs it may not read this one. */
export function LanguageSwitch() {
  const other = currentLanguage() === "en" ? "es" : "en";
  return (
    <button
      type="button"
      lang={other}
      className={styles.switch}
      onClick={() => changeLanguage(other)}
    >
      {LANGUAGE_NAMES[other]}
    </button>
  );
}

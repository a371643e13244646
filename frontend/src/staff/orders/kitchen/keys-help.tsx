import { messages as m } from "@/messages";
import styles from "./keys-help.module.css";

const keysAndMeanings = (): [string[], string][] => [
  [["1", "–", "9"], m.kitchen.keys.find],
  [["←", "↑", "↓", "→"], m.kitchen.keys.next],
  [["Enter"], m.kitchen.keys.step],
  [["U"], m.kitchen.keys.undo],
];

/** For a bump bar or a keyboard; a tablet without one does not show it. */
export function KeysHelp() {
  return (
    <section aria-label={m.kitchen.keys.title} className={styles.help}>
      <ul className={styles.list}>
        {keysAndMeanings().map(([keys, does]) => (
          <li key={does}>
            {keys.map((key) => (key === "–" ? key : <kbd key={key}>{key}</kbd>))} {does}
          </li>
        ))}
      </ul>
    </section>
  );
}

import styles from "./keys-help.module.css";

const KEYS: [string[], string][] = [
  [["1", "–", "9"], "find a ticket"],
  [["←", "↑", "↓", "→"], "go to the next one"],
  [["Enter"], "move it on"],
  [["U"], "undo"],
];

/** For a bump bar or a keyboard; a tablet without one does not show it. */
export function KeysHelp() {
  return (
    <section aria-label="Keys" className={styles.help}>
      <ul className={styles.list}>
        {KEYS.map(([keys, does]) => (
          <li key={does}>
            {keys.map((key) => (key === "–" ? key : <kbd key={key}>{key}</kbd>))} {does}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { messages as m } from "@/messages";
import { Row } from "@/ui/layout";
import styles from "./kitchen.module.css";

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
      <Row as="ul" gap={4} rowGap={1} className={styles.list}>
        {keysAndMeanings().map(([keys, does]) => (
          <li key={does}>
            {keys.map((key) => (key === "–" ? key : <kbd key={key}>{key}</kbd>))} {does}
          </li>
        ))}
      </Row>
    </section>
  );
}

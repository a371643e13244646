import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import styles from "./cart-changes.module.css";

interface CartChangesProps {
  changes: readonly string[];
  onAcknowledge: () => void;
}

/** What changed since the menu items were put in; stays until it is acknowledged. */
export function CartChanges({ changes, onAcknowledge }: CartChangesProps) {
  if (changes.length === 0) return null;
  return (
    <div role="alert" className={styles.changes}>
      <p className={styles.heading}>{m.cart.changed.title}</p>
      <ul className={styles.list}>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <Button onClick={onAcknowledge}>{m.cart.changed.dismiss}</Button>
    </div>
  );
}

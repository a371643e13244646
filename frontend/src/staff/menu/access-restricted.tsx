import { messages as m } from "@/messages";
import styles from "./access-restricted.module.css";

/** For an account that belongs to no truck. */
export function AccessRestricted() {
  return (
    <div className={styles.state}>
      <h2>
        {m.common.accessRestricted}
        <span className="visually-hidden">: </span>
      </h2>
      <p className={styles.text}>{m.menu.noTruck}</p>
    </div>
  );
}

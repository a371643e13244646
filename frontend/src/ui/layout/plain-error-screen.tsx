import { messages as m } from "@/messages";
import styles from "./plain-error-screen.module.css";

/** Stands in for the whole application: made of nothing that may be what broke. */
export function PlainErrorScreen() {
  return (
    <main role="alert" className={styles.screen}>
      <h1>{m.ui.layout.somethingWentWrong}</h1>
      <p>{m.ui.layout.loadPageAgainToGoOn}</p>
      <button type="button" className={styles.reload} onClick={() => window.location.reload()}>
        {m.ui.layout.reloadThePage}
      </button>
    </main>
  );
}

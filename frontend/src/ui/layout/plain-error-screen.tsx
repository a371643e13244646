import { isVisitKept, reloadPage } from "@/domain/stored";
import { messages as m } from "@/messages";
import styles from "./plain-error-screen.module.css";

/** Stands in for the whole application: made of nothing that may be what broke. */
export function PlainErrorScreen() {
  return (
    <main role="alert" className={styles.screen}>
      <h1>{m.ui.layout.somethingWentWrong}</h1>
      <p>{isVisitKept() ? m.ui.layout.loadPageAgainToGoOn : m.ui.layout.loadPageAgain}</p>
      <button type="button" className={styles.reload} onClick={reloadPage}>
        {m.ui.layout.reloadThePage}
      </button>
    </main>
  );
}

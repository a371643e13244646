import { isVisitKept, reloadPage } from "@/domain/stored";
import { messages as m } from "@/messages";
import styles from "@/ui/feedback/message-state.module.css";

/** Stands in for the whole application: made of nothing that may be what broke. */
export function PlainErrorScreen() {
  return (
    <main role="alert" className={styles.screen}>
      <h1>{m.app.crash.somethingWrong}</h1>
      <p>{isVisitKept() ? m.app.crash.everythingSafe : m.app.crash.reloadHint}</p>
      <button type="button" className={styles.reload} onClick={reloadPage}>
        {m.app.crash.reload}
      </button>
    </main>
  );
}

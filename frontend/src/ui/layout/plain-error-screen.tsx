import styles from "./plain-error-screen.module.css";

/** Stands in for the whole application: made of nothing that may be what broke. */
export function PlainErrorScreen() {
  return (
    <main role="alert" className={styles.screen}>
      <h1>Something went wrong</h1>
      <p>Load the page again to go on. Your cart is safe, and staff stay signed in.</p>
      <button type="button" className={styles.reload} onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </main>
  );
}

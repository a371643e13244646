import { Link } from "react-router";
import styles from "./site-footer.module.css";

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p>Hot food from the trucks around the corner.</p>
        <Link to="/" className={styles.link}>
          All food trucks
        </Link>
      </div>
    </footer>
  );
}

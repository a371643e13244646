import { Link } from "wouter";
import { messages as m } from "@/messages";
import styles from "./layout.module.css";

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p>{m.site.tagline}</p>
        <Link to="/" className={styles.link}>
          {m.common.allTrucks}
        </Link>
      </div>
    </footer>
  );
}

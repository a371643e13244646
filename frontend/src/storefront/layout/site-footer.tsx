import { Link } from "wouter";
import { messages as m } from "@/messages";
import styles from "./site-footer.module.css";

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p>{m.storefront.layout.hotFoodFromTrucksAround}</p>
        <Link to="/" className={styles.link}>
          {m.storefront.layout.allFoodTrucks}
        </Link>
      </div>
    </footer>
  );
}

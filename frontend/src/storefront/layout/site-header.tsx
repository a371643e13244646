import { Link } from "wouter";
import { messages as m } from "@/messages";
import { MyOrdersLink } from "@/storefront/my-orders/my-orders-link";
import { LanguageSwitch, ThemeSwitch } from "@/ui/layout/switches";
import styles from "./layout.module.css";

export function SiteHeader() {
  return (
    <header className={styles.header}>
      <div className={styles.headerRow}>
        <Link to="/" className="brand">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>{m.common.appName}</span>
        </Link>
        <div className={styles.switches}>
          <MyOrdersLink />
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </header>
  );
}

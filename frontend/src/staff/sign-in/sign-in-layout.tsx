import type { ReactNode } from "react";
import { messages as m } from "@/messages";
import { HeroPlate } from "@/ui/content/hero-plate";
import { ThemeSwitch } from "@/ui/layout/theme-switch";
import styles from "./login-page.module.css";

/** What signing in and setting a password look like: the ticket beside the words of the street. */
export function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a href="/" className="brand">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>{m.staff.account.chuckwagon}</span>
        </a>
        <ThemeSwitch />
      </header>
      <main className={styles.main}>
        <div className={styles.street}>
          <p className={styles.words}>{m.staff.account.grillIsHotWhoIs}</p>
          <HeroPlate />
        </div>
        {children}
      </main>
    </div>
  );
}

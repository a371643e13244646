import { useLocation } from "react-router";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { HeroPlate } from "@/ui/content/hero-plate";
import { ThemeSwitch } from "@/ui/layout/theme-switch";
import styles from "./login-page.module.css";
import { SignInScreen } from "./sign-in-screen";

export function LoginPage() {
  const { state } = useLocation();
  useDocumentTitle(m.staff.account.signIn);
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
        <SignInScreen returns={Boolean(state?.from)} />
      </main>
    </div>
  );
}

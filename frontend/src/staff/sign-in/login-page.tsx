import { Link, useLocation } from "react-router";
import { SignInScreen } from "@/features/auth/sign-in-screen";
import { useDocumentTitle } from "@/lib/use-document-title";
import { ThemeSwitch } from "../../layouts/theme-switch";
import { HeroPlate } from "../hero-plate";
import styles from "./login-page.module.css";

export function LoginPage() {
  const { state } = useLocation();
  useDocumentTitle("Sign in");
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/" className={styles.brand}>
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>Chuckwagon</span>
        </Link>
        <ThemeSwitch />
      </header>
      <main className={styles.main}>
        <div className={styles.street}>
          <p className={styles.words}>The grill is hot. Who is on the line?</p>
          <HeroPlate />
        </div>
        <SignInScreen returns={Boolean(state?.from)} />
      </main>
    </div>
  );
}

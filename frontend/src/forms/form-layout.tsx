import type { ReactNode } from "react";
import styles from "./form-layout.module.css";

interface FormLayoutProps {
  children: ReactNode;
  /** Stays in view beside the fields; below them where there is no room. */
  aside: ReactNode;
  footer: ReactNode;
}

/** A long form with what comes of it at its side. */
export function FormLayout({ children, aside, footer }: FormLayoutProps) {
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.fields}>{children}</div>
        <div className={styles.aside}>{aside}</div>
      </div>
      {footer}
    </>
  );
}

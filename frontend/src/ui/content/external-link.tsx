import type { ReactNode } from "react";
import { classNames } from "@/ui/class-names";
import styles from "@/ui/controls/button.module.css";

/** A way out of the product that looks like a button: a map, a phone call. It does not tell where it came from. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const opensTab = href.startsWith("http");
  return (
    <a
      href={href}
      rel="noreferrer"
      target={opensTab ? "_blank" : undefined}
      className={classNames(styles.button, styles.secondary)}
    >
      {children}
    </a>
  );
}

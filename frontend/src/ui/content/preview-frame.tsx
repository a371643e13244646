import { type ReactNode, useId } from "react";
import { messages as m } from "@/messages";
import styles from "./preview-frame.module.css";

/** What customers will see, beside the form that makes it. */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.frame}>
      <h2 id={id} className={styles.title}>
        {m.controls.preview}
      </h2>
      {children}
    </section>
  );
}

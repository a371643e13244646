import { type ReactNode, useId } from "react";
import styles from "./form-section.module.css";

interface FormSectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** A part of a long form under its own heading. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {description ? <p className={styles.description}>{description}</p> : null}
      </div>
      {children}
    </section>
  );
}

/** Short fields side by side where there is room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

import type { ReactNode, Ref } from "react";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons of the whole page. */
  actions?: ReactNode;
  /** The way back, above the title: a `BackButton`. */
  back?: ReactNode;
  /** Where the focus goes when what had it is gone from the page. */
  titleRef?: Ref<HTMLHeadingElement>;
}

/** How each staff screen begins: its one h1, what it is for, and what can be done with all of it. */
export function PageHeader({ title, description, actions, back, titleRef }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {back}
      <div className={styles.row}>
        <div className={styles.words}>
          <h1 ref={titleRef} tabIndex={titleRef ? -1 : undefined} className={styles.title}>
            {title}
          </h1>
          {description ? <div className={styles.description}>{description}</div> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </header>
  );
}

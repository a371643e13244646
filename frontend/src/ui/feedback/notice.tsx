import type { ReactNode } from "react";
import { classNames } from "@/ui/class-names";
import { AlertIcon, CheckIcon, InfoIcon } from "@/ui/icons/status-icons";
import styles from "./notice.module.css";

export type NoticeTone = "info" | "good" | "warning" | "danger";

interface NoticeProps {
  tone: NoticeTone;
  title: string;
  /** Makes the title a heading of that level. */
  headingLevel?: "h2" | "h3";
  children?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
  /** `alert` is read at once, `status` when there is a pause; without one it waits to be found. */
  role?: "alert" | "status";
}

/** Something to know about the screen it stands on, said until it is no longer true. */
export function Notice({ tone, title, headingLevel, children, action, role }: NoticeProps) {
  const Title = headingLevel ?? "p";
  return (
    <div role={role} className={classNames(styles.notice, styles[tone])}>
      <span className={styles.icon}>{iconOf(tone)}</span>
      <div className={styles.words}>
        <Title className={styles.title}>{title}</Title>
        {children ? <div className={styles.text}>{children}</div> : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

function iconOf(tone: NoticeTone) {
  if (tone === "good") return <CheckIcon />;
  if (tone === "info") return <InfoIcon />;
  return <AlertIcon />;
}

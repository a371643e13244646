import type { ReactNode } from "react";
import { classNames } from "@/ui/class-names";
import { AlertIcon, InfoIcon } from "@/ui/icons/first-page-icons";
import styles from "./notice-bar.module.css";

interface NoticeBarProps {
  tone: "info" | "warning" | "danger";
  children: ReactNode;
  /** What can be done about it: a button. */
  action?: ReactNode;
  /** `alert` is read at once, `status` when there is a pause. */
  role?: "alert" | "status";
}

/** One line over a working screen about its own state, strong enough for the sun. */
export function NoticeBar({ tone, children, action, role = "status" }: NoticeBarProps) {
  return (
    <div className={classNames(styles.bar, styles[tone])}>
      <span className={styles.icon}>{tone === "info" ? <InfoIcon /> : <AlertIcon />}</span>
      <p role={role} className={styles.text}>
        {children}
      </p>
      {action}
    </div>
  );
}

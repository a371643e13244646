import type { ReactNode } from "react";
import { classNames } from "@/ui/class-names";
import styles from "./ticket.module.css";

interface TicketPaperProps {
  children: ReactNode;
  className?: string | undefined;
}

/** Paper torn off a printer: its lower edge is perforated. */
export function TicketPaper({ children, className }: TicketPaperProps) {
  return (
    <div className={styles.shadow}>
      <div className={classNames(styles.paper, className)}>{children}</div>
    </div>
  );
}

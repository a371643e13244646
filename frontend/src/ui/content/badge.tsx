import type { ReactNode } from "react";
import { classNames } from "@/ui/class-names";
import styles from "./badge.module.css";

export type BadgeTone = "good" | "danger" | "warning" | "info" | "busy" | "neutral" | "highlight";

/** A badge as a table of labels holds it. */
export interface BadgeVariant {
  label: string;
  tone: BadgeTone;
}

/** A short word about a state; the tone only underlines what the word says. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}

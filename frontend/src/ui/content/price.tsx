import { formatCents } from "@/domain/values/money";
import { classNames } from "@/ui/class-names";
import styles from "./price.module.css";

/** An amount in whole cents, in figures that line up under each other. */
export function Price({ cents, className }: { cents: number; className?: string | undefined }) {
  return <span className={classNames(styles.price, className)}>{formatCents(cents)}</span>;
}

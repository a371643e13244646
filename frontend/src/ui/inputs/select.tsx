import type { ComponentProps } from "react";
import { classNames } from "@/ui/class-names";
import { ChevronDownIcon } from "@/ui/icons/form-icons";
import { useFieldControl } from "./field-control";
import styles from "./select.module.css";

/** The browser's own list of choices, dressed like the other controls. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  const control = useFieldControl();
  return (
    <span className={classNames(styles.selectFrame, className)}>
      <select {...control} {...rest} className={styles.select}>
        {children}
      </select>
      <span aria-hidden="true" className={styles.arrow}>
        <ChevronDownIcon size={18} />
      </span>
    </span>
  );
}

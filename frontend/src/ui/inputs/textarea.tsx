import type { ComponentProps } from "react";
import { classNames } from "@/ui/class-names";
import { useFieldControl } from "./field-context";
import styles from "./text-input.module.css";

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  const control = useFieldControl();
  return (
    <textarea
      autoComplete="off"
      {...control}
      {...rest}
      rows={rows}
      className={classNames(styles.input, styles.multiline, className)}
    />
  );
}

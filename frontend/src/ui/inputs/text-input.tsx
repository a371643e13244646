import type { ComponentProps } from "react";
import { classNames } from "@/ui/class-names";
import { useFieldControl } from "./field-context";
import styles from "./text-input.module.css";

export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  const control = useFieldControl();
  return (
    <input {...control} {...rest} type={type} className={classNames(styles.input, className)} />
  );
}

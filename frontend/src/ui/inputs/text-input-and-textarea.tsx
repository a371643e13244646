import type { ComponentProps } from "react";
import { classNames } from "@/ui/class-names";
import { useFieldControl } from "./field-control";
import styles from "./text-input-and-textarea.module.css";

/** The keyboard of a phone for a type of input. Safari shows no digits alone for a number without it. */
const INPUT_MODES: Partial<Record<string, ComponentProps<"input">["inputMode"]>> = {
  email: "email",
  number: "numeric",
  search: "search",
  tel: "tel",
  url: "url",
};

/**
 * A line of text, or one of the browser's own pickers. Browsers suggest nothing in it unless `autoComplete` says what
 * it is about, because most forms are about others than the person who types. `enterKeyHint` is "next" where another
 * field follows, and names what Enter does in the last one.
 */
export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  const control = useFieldControl();
  return (
    <input
      inputMode={INPUT_MODES[type]}
      autoComplete="off"
      enterKeyHint="done"
      {...control}
      {...rest}
      type={type}
      className={classNames(styles.input, className)}
    />
  );
}

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

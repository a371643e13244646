import { type ComponentProps, createContext, useContext, useEffect, useRef } from "react";
import { classNames } from "@/ui/class-names";
import styles from "./text-input.module.css";

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

interface FieldControl {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** The attributes that tie a control to the field around it; none without a field. */
export function useFieldControl() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
  };
}

/**
 * For what a field does when it is left and what changes its height: at once after a key, at the end of a mouse press
 * that left it. Sooner, a button below would move while it is held down, and get no click. The function that it
 * returns is for `onBlur`.
 */
export function useOnLeave(act: () => void): () => void {
  const latest = useRef(act);
  const isHeld = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = () => {
      isHeld.current = true;
    };
    const release = () => {
      isHeld.current = false;
      if (isLeft.current) latest.current();
      isLeft.current = false;
    };
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, []);
  return () => {
    if (isHeld.current) isLeft.current = true;
    else latest.current();
  };
}

import { type ComponentProps, useState } from "react";
import { messages as m } from "@/messages";
import { EyeIcon, EyeOffIcon } from "@/ui/icons/form-icons";
import { useFieldControl } from "./field-control";
import styles from "./password-input.module.css";
import { TextInput } from "./text-input-and-textarea";

/** A password that can be looked at while it is typed. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const { id } = useFieldControl();
  return (
    <div className={styles.frame}>
      <TextInput
        {...props}
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={styles.input}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOffIcon /> : <EyeIcon />}
        <span className="visually-hidden">
          {shown ? m.controls.hidePassword : m.controls.showPassword}
        </span>
      </button>
    </div>
  );
}

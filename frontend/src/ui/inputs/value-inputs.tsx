import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from "react";
import {
  formatPhoneInput,
  PHONE_DIGITS,
  PHONE_INPUT_MAX_LENGTH,
  phoneDigits,
} from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { EyeIcon, EyeOffIcon } from "@/ui/icons/form-icons";
import styles from "./inputs.module.css";
import { TextInput, useFieldControl } from "./text-input";

interface MoneyInputProps extends ComponentProps<"input"> {
  /** What stands before the amount: "$" or "+ $". */
  sign?: string;
}

/** An amount in dollars, typed as text: a number field would drop the cents of "8.50". */
export function MoneyInput({ sign = "$", ...rest }: MoneyInputProps) {
  return (
    <span className={styles.moneyFrame}>
      <span aria-hidden="true" className={styles.sign}>
        {sign}
      </span>
      <TextInput placeholder="0.00" inputMode="decimal" {...rest} className={styles.money} />
    </span>
  );
}

/** A share in percent, typed as text, so that "8.750" is not lost on the way. */
export function PercentInput(props: ComponentProps<"input">) {
  return (
    <span className={styles.moneyFrame}>
      <TextInput inputMode="decimal" {...props} className={styles.percent} />
      <span aria-hidden="true" className={styles.after}>
        %
      </span>
    </span>
  );
}

/** A phone, written as (555) 123-4567 while it is typed, pasted or filled in. */
export function PhoneInput({ onChange, ref, ...rest }: ComponentProps<"input">) {
  const own = useRef<HTMLInputElement>(null);

  // React has no event of its own for what keyboards put in at once.
  useEffect(() => {
    const input = own.current;
    const handleBeforeInput = ({ data }: InputEvent) => makeRoom(input, data);
    input?.addEventListener("beforeinput", handleBeforeInput);
    return () => input?.removeEventListener("beforeinput", handleBeforeInput);
  }, []);

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    formatKeepingCaret(event.target);
    event.target.maxLength = PHONE_INPUT_MAX_LENGTH;
    return onChange?.(event);
  }

  function setRef(input: HTMLInputElement | null) {
    own.current = input;
    if (typeof ref === "function") return ref(input);
    if (ref) ref.current = input;
  }

  return (
    <TextInput
      placeholder="(555) 123-4567"
      {...rest}
      ref={setRef}
      type="tel"
      maxLength={PHONE_INPUT_MAX_LENGTH}
      onChange={handleChange}
      onPaste={(event) => makeRoom(event.currentTarget, event.clipboardData.getData("text"))}
    />
  );
}

/**
 * A whole number takes the place of what is there. It may be longer than the field, as +1 (555) 123-4567 is: the browser
 * would cut off its end before it is read.
 */
function makeRoom(input: HTMLInputElement | null, text: string | null): void {
  if (!input || phoneDigits(text ?? "").length < PHONE_DIGITS) return;
  input.select();
  input.removeAttribute("maxlength");
}

/** Rewriting the value throws the caret to the end; it belongs after the digit it stood behind. */
function formatKeepingCaret(input: HTMLInputElement): void {
  const caret = input.selectionStart ?? input.value.length;
  const atEnd = caret === input.value.length;
  const digitsBefore = phoneDigits(input.value.slice(0, caret)).length;
  input.value = formatPhoneInput(input.value);
  if (atEnd) return;
  let position = 0;
  for (let seen = 0; seen < digitsBefore && position < input.value.length; position += 1) {
    if (/\d/.test(input.value.charAt(position))) seen += 1;
  }
  input.setSelectionRange(position, position);
}

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

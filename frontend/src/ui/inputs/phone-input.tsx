import { type ChangeEvent, type ComponentProps, useEffect, useRef } from "react";
import {
  formatPhoneInput,
  PHONE_DIGITS,
  PHONE_INPUT_MAX_LENGTH,
  phoneDigits,
} from "@/domain/values/phone";
import { TextInput } from "./text-input-and-textarea";

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

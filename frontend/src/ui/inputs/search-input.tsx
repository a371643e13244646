import { type RefObject, useEffect, useEffectEvent, useId, useRef } from "react";
import { messages as m } from "@/messages";
import { CloseIcon } from "@/ui/icons/first-page-icons";
import { SearchIcon } from "@/ui/icons/form-icons";
import styles from "./search-input.module.css";
import { TextInput } from "./text-input-and-textarea";

interface SearchInputProps {
  /** What is searched: "Search the menu". Spoken, and shown while the box is empty. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEarlyText(input, value, onChange);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is younger than the browsers we support.
    <div role="search" className={styles.search}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <span aria-hidden="true" className={styles.glass}>
        <SearchIcon />
      </span>
      <TextInput
        ref={input}
        id={id}
        type="search"
        enterKeyHint="search"
        placeholder={label}
        className={styles.searchInputInput}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={m.common.clearSearch}
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
        >
          <CloseIcon size={18} />
        </button>
      ) : null}
    </div>
  );
}

/** Takes over what was typed into a field of the server's page before hydration, of which React hears nothing. */
function useEarlyText(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  onText: (text: string) => void,
): void {
  const takeOver = useEffectEvent(() => {
    const typed = field.current?.value ?? value;
    if (typed !== value) onText(typed);
  });
  useEffect(() => takeOver(), []);
}

import { Combobox as Base } from "@base-ui/react/combobox";
import type { Ref } from "react";
import { searchFor } from "@/domain/values/text-search";
import { messages as m } from "@/messages";
import { CheckIcon } from "@/ui/icons/first-page-icons";
import { ChevronDownIcon } from "@/ui/icons/form-icons";
import { Text } from "@/ui/layout";
import styles from "./combobox.module.css";
import { useFieldControl } from "./field-control";

export interface Choice {
  value: string;
  label: string;
}

interface ComboboxProps {
  /** The same words as the field's: while the list is open, the rest of the page is hidden from screen readers. */
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** One of many choices, found by typing a part of it. */
export function Combobox({ label, choices, value, onChange, inputRef }: ComboboxProps) {
  const control = useFieldControl();
  return (
    <Base.Root
      items={choices}
      value={choices.find((choice) => choice.value === value) ?? null}
      onValueChange={(choice) => {
        if (choice) onChange(choice.value);
      }}
      filter={matches}
      autoHighlight
    >
      <Base.InputGroup className={styles.frame}>
        <Base.Input
          {...control}
          aria-label={label}
          ref={inputRef}
          className={styles.input}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Base.Trigger className={styles.trigger} aria-label={m.common.showAll} tabIndex={-1}>
          <ChevronDownIcon size={18} />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4}>
          <Base.Popup className={styles.popup}>
            <Base.Empty>
              <Text padding={3} soft>
                {m.controls.noMatch}
              </Text>
            </Base.Empty>
            <Base.List className={styles.list}>
              {(choice: Choice) => (
                <Base.Item key={choice.value} value={choice} className={styles.item}>
                  <span>{choice.label}</span>
                  <Base.ItemIndicator className={styles.chosen}>
                    <CheckIcon size={18} />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Every word that was typed is in the label or the value; "los angeles" finds Los_Angeles. */
function matches(choice: Choice, query: string): boolean {
  return searchFor(query)(choice.label, choice.value);
}

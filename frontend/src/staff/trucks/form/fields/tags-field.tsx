import { type KeyboardEvent, type Ref, useId, useState } from "react";
import { messages as m } from "@/messages";
import { TAG_LENGTH, TAG_LIMIT } from "@/staff/trucks/form/truck-values";
import styles from "@/staff/trucks/trucks.module.css";
import { useOnLeave } from "@/ui/browser/use-on-leave";
import { Button } from "@/ui/controls/button";
import { CloseIcon } from "@/ui/icons/icons";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Row, Stack } from "@/ui/layout";
import { addTag } from "./tags";

interface TagsFieldProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  known: readonly string[];
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
}

/** Short words, added with Enter or a comma and taken away one by one. */
export function TagsField({ tags, onChange, known, error, inputRef }: TagsFieldProps) {
  const [typed, setTyped] = useState("");
  const listId = useId();
  const isFull = tags.length >= TAG_LIMIT;

  function add(): void {
    const next = addTag(tags, typed);
    setTyped("");
    if (next !== tags) onChange([...next]);
  }

  const leave = useOnLeave(add);

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "," && !(event.key === "Enter" && typed.trim())) return;
    event.preventDefault();
    add();
  }

  return (
    <Stack gap={3}>
      <Field
        label={m.common.cuisine}
        hint={isFull ? m.truckForm.tags.full({ limit: TAG_LIMIT }) : m.truckForm.tags.hint}
        error={error}
      >
        <TextInput
          ref={inputRef}
          value={typed}
          list={listId}
          maxLength={TAG_LENGTH}
          enterKeyHint="enter"
          readOnly={isFull}
          placeholder={m.truckForm.tags.placeholder}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={handleKey}
          onBlur={leave}
        />
        <datalist id={listId}>
          {known.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </Field>
      {tags.length > 0 ? (
        <Row as="ul" gap={2} aria-label={m.truckForm.tags.label}>
          {tags.map((tag) => (
            <Row
              key={tag}
              as="li"
              inline
              align="center"
              oneLine
              surface="sunken"
              weight={600}
              className={styles.tag}
            >
              {tag}
              <Button
                variant="quiet"
                className={styles.removeTag}
                aria-label={m.common.removeNamed({ name: tag })}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <CloseIcon size={16} />
              </Button>
            </Row>
          ))}
        </Row>
      ) : null}
    </Stack>
  );
}

import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { isNowhere } from "@/ui/controls/use-focus-back";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Stack, Text } from "@/ui/layout";
import styles from "./checkout.module.css";
import type { OfferChoice } from "./use-offer";

/** The code of an offer: folded away until it is wanted, then the field, then what it takes off. */
export function OfferField({ typed, applied, problem, isChecking, ...offer }: OfferChoice) {
  const [isOpen, setOpen] = useState(typed !== "");
  const isShown = isOpen || problem !== null;
  const removeRef = useRef<HTMLButtonElement>(null);
  const moveFocus = useFocusMove(isShown, applied ? removeRef : offer.inputRef);

  async function apply(): Promise<void> {
    moveFocus(true);
    if (!(await offer.apply())) moveFocus(false);
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "Enter") return;
    // Enter in this field applies the code and does not send the whole form.
    event.preventDefault();
    void apply();
  }

  function open(): void {
    moveFocus(true);
    setOpen(true);
  }

  function remove(): void {
    moveFocus(true);
    offer.remove();
  }

  if (!isShown) {
    return (
      <Button className={styles.open} onClick={open}>
        {m.checkout.offer.add}
      </Button>
    );
  }
  return (
    <Stack gap={2}>
      {applied ? null : (
        <Stack gap={2} columns="fill-auto" align="start">
          <Field label={m.common.offerCode} error={problem}>
            <TextInput
              ref={offer.inputRef}
              value={typed}
              maxLength={20}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="done"
              readOnly={isChecking}
              onChange={(event) => offer.onType(event.target.value)}
              onKeyDown={handleKey}
            />
          </Field>
          <Button className={styles.apply} busy={isChecking} onClick={() => void apply()}>
            {isChecking ? m.checkout.offer.checking : m.checkout.offer.apply}
          </Button>
        </Stack>
      )}
      <Text as="div" weight={600} role="status" className={styles.applied}>
        {applied ? (
          <p>
            {m.checkout.offer.applied({
              code: applied.offerCode ?? "",
              amount: formatDollars(applied.discount),
            })}
          </p>
        ) : null}
      </Text>
      {applied ? (
        <Button ref={removeRef} className={styles.open} busy={isChecking} onClick={remove}>
          {m.checkout.offer.remove}
        </Button>
      ) : null}
    </Stack>
  );
}

/**
 * Adding, applying and removing a code each take the control away that was used. Once it is gone, the focus goes to
 * the next one, unless the customer has moved on.
 */
function useFocusMove(isShown: boolean, next: RefObject<HTMLElement | null>) {
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    if (isShown && isWanted.current && isNowhere(document.activeElement)) next.current?.focus();
    isWanted.current = false;
  }, [isShown, next]);
  return (wanted: boolean) => {
    isWanted.current = wanted;
  };
}

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import styles from "./offer-field.module.css";
import type { OfferChoice } from "./use-offer";

/** The code of an offer: folded away until it is wanted, then the field, then what it takes off. */
export function OfferField({ typed, applied, problem, isChecking, ...offer }: OfferChoice) {
  const [isOpen, setOpen] = useState(typed !== "");
  const input = offer.inputRef;
  const wasOpened = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpened.current) input.current?.focus();
    wasOpened.current = isOpen;
  }, [isOpen, input]);

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "Enter") return;
    // Enter in this field applies the code and does not send the whole form.
    event.preventDefault();
    void offer.apply();
  }

  if (!isOpen && !problem) {
    return (
      <Button className={styles.open} onClick={() => setOpen(true)}>
        {m.storefront.checkoutOffer.addCode}
      </Button>
    );
  }
  return (
    <div className={styles.field}>
      {applied ? null : (
        <div className={styles.row}>
          <Field label={m.storefront.checkoutOffer.code} error={problem}>
            <TextInput
              ref={input}
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
          <Button className={styles.apply} busy={isChecking} onClick={() => void offer.apply()}>
            {isChecking ? m.storefront.checkoutOffer.checking : m.storefront.checkoutOffer.apply}
          </Button>
        </div>
      )}
      <div role="status" className={styles.applied}>
        {applied ? (
          <p>
            {m.storefront.checkoutOffer.isTakenOff({
              code: applied.offerCode ?? "",
              amount: formatDollars(applied.discount),
            })}
          </p>
        ) : null}
      </div>
      {applied ? (
        <Button
          className={styles.open}
          onClick={() => {
            offer.remove();
            wasOpened.current = false;
          }}
        >
          {m.storefront.checkoutOffer.remove}
        </Button>
      ) : null}
    </div>
  );
}

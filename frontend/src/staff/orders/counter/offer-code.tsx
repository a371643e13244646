import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { errorMessage, isUnreachable } from "@/domain/api/errors";
import type { CartItem } from "@/domain/cart/cart-item";
import { totalsOf } from "@/domain/cart/checkout-cart";
import { discountCents } from "@/domain/cart/offer-discount-and-kept-code";
import type { TaxTerms } from "@/domain/cart/taxes";
import { centsToDollars, dollarsToCents, formatCents, formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { askOffer } from "./api";
import type { CounterOffer } from "./counter-draft";

/** The sums with what an offer takes off: tax is on what is left. Nothing below the offer's minimum. */
export function withDiscount(
  lines: readonly CartItem[],
  offer: CounterOffer | null,
  terms: TaxTerms,
) {
  const totals = totalsOf(lines, terms);
  const { subtotalCents } = totals;
  if (!offer || subtotalCents < dollarsToCents(offer.minSubtotal)) {
    return { ...totals, discountCents: 0 };
  }
  const discount = discountCents(offer, subtotalCents);
  return { ...totalsOf(lines, terms, discount), discountCents: discount };
}

/** The code that a customer names at the counter: typed, then applied once the server knows what it takes off. */
export function useCounterOffer(
  truckId: string,
  applied: CounterOffer | null,
  subtotalCents: number,
  onKeep: (offer: CounterOffer | null) => void,
  onOther: () => void,
) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);

  async function ask(code: string): Promise<void> {
    setChecking(true);
    setProblem(null);
    try {
      const { discount: _, ...terms } = await askOffer(
        truckId,
        code,
        centsToDollars(subtotalCents),
      );
      onKeep(terms);
      setTyped("");
    } catch (error) {
      setProblem(isUnreachable(error) ? m.unsent.noCodes : errorMessage(error));
    } finally {
      setChecking(false);
    }
  }

  const isBelow = applied !== null && subtotalCents < dollarsToCents(applied.minSubtotal);
  return {
    typed,
    applied,
    problem,
    isChecking,
    /** Why no order with this code can be taken now. */
    problemNow: isBelow
      ? m.counter.offer.minimum({
          code: applied.code,
          amount: formatDollars(applied.minSubtotal),
        })
      : typed.trim()
        ? m.counter.offer.unapplied
        : null,
    type: (text: string) => {
      setTyped(text);
      setProblem(null);
    },
    apply: () => {
      if (!typed.trim() || isChecking) return;
      onOther();
      void ask(typed.trim());
    },
    /** Asks for the terms again; what the server has said about the order stays. */
    refresh: () => (applied ? ask(applied.code) : null),
    remove: () => {
      onOther();
      onKeep(null);
    },
  };
}

interface OfferCodeProps {
  offer: ReturnType<typeof useCounterOffer>;
  discountCents: number;
}

export function OfferCode({ offer, discountCents: discount }: OfferCodeProps) {
  const { applied, problem, problemNow } = offer;
  const answer = useRef<HTMLDivElement>(null);
  const answered = applied?.code ?? problem;
  const seen = useRef(answered);
  useEffect(() => {
    // On a phone the tenders stand over the end of the order.
    if (answered !== seen.current) answer.current?.scrollIntoView({ block: "nearest" });
    seen.current = answered;
  }, [answered]);
  if (applied) {
    return (
      <Row ref={answer} gap={2} align="center" justify="between">
        <Text weight={600} role="status" breaks>
          {problemNow ??
            m.counter.offer.applied({ code: applied.code, amount: formatCents(discount) })}
        </Text>
        <Button variant="quiet" onClick={offer.remove}>
          {m.counter.offer.remove}
        </Button>
      </Row>
    );
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    offer.apply();
  }

  return (
    <Stack ref={answer} gap={2}>
      <Field label={m.counter.offer.label} error={problem}>
        <TextInput
          value={offer.typed}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          readOnly={offer.isChecking}
          onChange={(event) => offer.type(event.target.value)}
          onKeyDown={handleKey}
        />
      </Field>
      {offer.typed.trim() ? (
        <Button busy={offer.isChecking} onClick={offer.apply}>
          {m.counter.offer.apply}
        </Button>
      ) : null}
    </Stack>
  );
}

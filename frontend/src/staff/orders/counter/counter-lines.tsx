import { useEffect, useRef } from "react";
import { type CartItem, optionsOf, unitCents } from "@/domain/cart/cart-item";
import { MAX_QUANTITY } from "@/domain/cart/cart-lines";
import { countedName } from "@/domain/menu/option-selection-and-price";
import { messages as m } from "@/messages";
import { Price } from "@/ui/content/price";
import { Button } from "@/ui/controls/button";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import { Row, Stack, Text } from "@/ui/layout";
import { AllergenNote } from "@/ui/menu/allergen-note";
import { priceChangeMessage } from "./counter-price-and-tax-changes";
import type { CounterOrder } from "./use-counter-order";

/** What has been put into the order so far, line by line. */
export function CounterLines({ order }: { order: CounterOrder }) {
  const list = useRef<HTMLUListElement>(null);
  const count = order.lines.length;
  const shown = useRef(count);
  useEffect(() => {
    // What was added last is in view.
    if (count > shown.current) list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
    shown.current = count;
  }, [count]);
  if (count === 0) return null;
  return (
    <Stack as="ul" columns="fill" ref={list} aria-label={m.common.items}>
      {order.lines.map((line, index) => (
        <Line key={line.id} line={line} lineNow={order.linesNow[index] ?? line} order={order} />
      ))}
    </Stack>
  );
}

interface LineProps {
  /** At the prices that the customer was told, and at those of now. */
  line: CartItem;
  lineNow: CartItem;
  order: CounterOrder;
}

function Line({ line, lineNow, order }: LineProps) {
  const problem = order.problems.get(line.id);
  const priceChange = priceChangeMessage(line, lineNow);
  const options = optionsOf(lineNow).map(countedName);
  const note = line.customization.specialInstructions;
  return (
    <Stack as="li" gap={1} columns="fill" paddingBlock={3} lineBelow>
      <Row as="p" gap={3} align="baseline" justify="between" oneLine>
        <Text as="span" shrinks weight={700} breaks>
          {line.name}
        </Text>
        <Price cents={unitCents(lineNow) * line.quantity} />
      </Row>
      {options.length > 0 ? (
        <Text soft size="s" breaks>
          {options.join(", ")}
        </Text>
      ) : null}
      <AllergenNote said={lineNow} />
      {note ? (
        <Text soft size="s" breaks>
          “{note}”
        </Text>
      ) : null}
      {problem ? (
        <Text tone="danger" weight={650} role="alert">
          {problem}
        </Text>
      ) : null}
      {priceChange && !problem ? <p role="status">{priceChange}</p> : null}
      <Row gap={3} rowGap={0} align="center" justify="between">
        <QuantityStepper
          value={line.quantity}
          max={MAX_QUANTITY}
          itemName={line.name}
          onChange={(quantity) => order.setQuantity(line.id, quantity)}
        />
        <Button variant="quiet" onClick={() => order.setQuantity(line.id, 0)}>
          {m.common.remove} <span className="visually-hidden">{line.name}</span>
        </Button>
      </Row>
    </Stack>
  );
}

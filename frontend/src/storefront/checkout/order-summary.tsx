import { useId, useState } from "react";
import { type CartItem, optionsOf } from "@/domain/cart/cart-item";
import type { CheckoutCart } from "@/domain/cart/cart-rules";
import { type ShownTaxes, taxRows } from "@/domain/cart/taxes";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Price } from "@/ui/content/price";
import { Box, Row, Stack, Text } from "@/ui/layout";
import styles from "./checkout.module.css";

interface OrderSummaryProps {
  truckName: string | undefined;
  cart: CheckoutCart;
  /** Dollars, as the server priced them; the cart's own preview until then. */
  totals: ShownTaxes & {
    subtotal: number;
    tip?: number;
    discount?: number;
    offerCode?: string | null;
    total: number;
  };
}

/** What is being bought. On a phone it folds away behind the total. */
export function OrderSummary({ truckName, cart, totals }: OrderSummaryProps) {
  const [open, setOpen] = useState(false);
  const contentId = useId();
  const total = formatCents(dollarsToCents(totals.total));
  return (
    <Box
      as="section"
      surface="card"
      radius="card"
      raised
      aria-label={m.checkout.summary.title}
      className={styles.summary}
    >
      <Row
        as="button"
        bare
        gap={4}
        align="center"
        justify="between"
        full
        target
        radius="card"
        weight={600}
        textAlign="start"
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={contentId}
        onClick={() => setOpen(!open)}
      >
        <span>{open ? m.checkout.summary.hide : m.checkout.summary.show}</span>
        <Text as="span" size="l" weight={750} face="display" tabular>
          {total}
        </Text>
      </Row>
      <div id={contentId} className={classNames(styles.content, open && styles.orderSummaryOpen)}>
        <Text as="h2" size="xl">
          {m.common.yourOrder}
        </Text>
        {truckName ? (
          <p className={styles.truck}>{m.checkout.summary.from({ truck: truckName })}</p>
        ) : null}
        <Stack as="ul" gap={3} paddingBlock={3} className={styles.lines}>
          {cart.items.map((line) => (
            <SummaryLine key={line.id} line={line} />
          ))}
        </Stack>
        <Stack as="dl" gap={1}>
          <Total label={m.common.subtotal} dollars={totals.subtotal} />
          {totals.discount ? (
            <Total
              label={m.offer.discount({ code: totals.offerCode })}
              dollars={-totals.discount}
            />
          ) : null}
          {taxRows(totals).map(({ label, dollars }) => (
            <Total key={label} label={label} dollars={dollars} />
          ))}
          {totals.tip ? <Total label={m.common.tip} dollars={totals.tip} /> : null}
          <Total label={m.common.total} dollars={totals.total} strong />
        </Stack>
      </div>
    </Box>
  );
}

function SummaryLine({ line }: { line: CartItem }) {
  const { specialInstructions } = line.customization;
  const options = optionsOf(line)
    .map(({ name }) => name)
    .join(", ");
  return (
    <Stack as="li" gap={4} columns="fill-auto">
      <div>
        <Text weight={600}>
          {line.name}
          {line.quantity > 1 ? (
            <Text as="span" soft weight={500}>
              {" "}
              x {line.quantity}
            </Text>
          ) : null}
        </Text>
        {options ? (
          <Text soft size="s">
            {options}
          </Text>
        ) : null}
        {specialInstructions ? (
          <Text soft size="s">
            “{specialInstructions}”
          </Text>
        ) : null}
      </div>
      <Price cents={dollarsToCents(line.totalPrice)} />
    </Stack>
  );
}

function Total({ label, dollars, strong = false }: TotalProps) {
  return (
    <Row gap={4} justify="between" oneLine className={classNames(strong && styles.strong)}>
      <dt>{label}</dt>
      <dd>
        <Price cents={dollarsToCents(dollars)} />
      </dd>
    </Row>
  );
}

interface TotalProps {
  label: string;
  dollars: number;
  strong?: boolean;
}

import { useId, useState } from "react";
import { Link } from "wouter";
import { type CartItem, optionsOf } from "@/domain/cart/cart-item";
import type { CheckoutCart } from "@/domain/cart/cart-rules";
import { closesAt, opensAt, type Stop } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel, formatDay } from "@/domain/time/time-words";
import { parseInstant } from "@/domain/time/wall-clock";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { ClosedNotice } from "@/storefront/cart/closed-notice";
import { ShortLinesNotice, SoldOutNotice } from "@/storefront/cart/stock-notices";
import { classNames } from "@/ui/class-names";
import { Price } from "@/ui/content/price";
import { Button } from "@/ui/controls/button";
import { PinIcon } from "@/ui/icons/icons";
import { ArrowLeftIcon } from "@/ui/icons/order-icons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import type { PaymentIntentAnswer } from "./api";
import styles from "./checkout.module.css";
import { CheckoutContext, type CheckoutContextValue } from "./checkout-context";
import { ProblemNotice } from "./checkout-problem";
import { CurrentStep, StepList } from "./checkout-steps";
import { useCheckout } from "./use-checkout";
import type { Order } from "./use-order";

interface CheckoutProps extends Pick<CheckoutContextValue, "onConfirming" | "onPaid"> {
  order: Order;
}

export function Checkout({ order, ...ends }: CheckoutProps) {
  const { step, checkout } = useCheckout(order, ends);
  const { payment, rules, tip } = checkout;
  const { truck, stop } = order;
  return (
    <CheckoutContext value={checkout}>
      <Stack gap={4} centered className={styles.page}>
        <Row
          as={Link}
          inline
          gap={2}
          align="center"
          justifySelf="start"
          oneLine
          target
          weight={600}
          to={order.menuPath}
          className={styles.back}
        >
          <ArrowLeftIcon />{" "}
          {truck ? m.checkout.backToTruck({ truck: truck.name }) : m.checkout.back}
        </Row>
        <h1>{m.common.checkout}</h1>
        <StepList current={step} />
        <Stack gap={6} align="start" className={styles.columns}>
          <Stack gap={4} shrinks>
            <OrderNotices order={order} />
            {payment ? <PickupAgreed payment={payment} zone={rules.zone} /> : null}
            {stop && !payment ? <PickupStop stop={stop} /> : null}
            <CurrentStep step={step} />
          </Stack>
          <OrderSummary truckName={truck?.name} cart={tip.cart} totals={payment ?? tip.cart} />
        </Stack>
      </Stack>
    </CheckoutContext>
  );
}

/** Why this cannot be ordered now; nothing while it can. */
function OrderNotices({ order }: { order: Order }) {
  const { slug, closed, soldOut, short, truckFailure, retryTruck } = order;
  const { items } = order.cart;
  return (
    <>
      {truckFailure ? (
        <Stack gap={3} items="start" className={styles.failure}>
          <ProblemNotice sentence={m.checkout.failures.truck} details={[truckFailure]} />
          <Button onClick={retryTruck}>{m.common.tryAgain}</Button>
        </Stack>
      ) : null}
      {closed ? <ClosedNotice reason={closed} /> : null}
      <SoldOutNotice slug={slug} items={items} soldOut={soldOut} />
      <ShortLinesNotice slug={slug} items={items} short={short} />
    </>
  );
}

interface PickupAgreedProps {
  payment: Pick<PaymentIntentAnswer, "pickupAt" | "place">;
  /** The truck's own zone, for one that does not move. */
  zone: string;
}

/** When and where the order that is being paid is picked up, as the server has agreed to it. */
function PickupAgreed({ payment, zone }: PickupAgreedProps) {
  const { pickupAt, place } = payment;
  const instant = parseInstant(pickupAt);
  if (!instant) return null;
  const time = clockLabel(instant, place?.timezone ?? zone, presentTime());
  return (
    <section aria-labelledby="pickup-agreed" className={styles.stop}>
      <PinIcon />
      <div>
        <Text as="h2" size="m" breaks id="pickup-agreed">
          {m.checkout.stop.agreedTime({ time })}
        </Text>
        {place ? <p>{[place.name, place.address].filter(Boolean).join(", ")}</p> : null}
      </div>
    </section>
  );
}

/** Where and when the truck is that the order will be picked up at. */
function PickupStop({ stop }: { stop: Stop }) {
  const { name, address, timezone } = stop.place;
  return (
    <section aria-labelledby="pickup-stop" className={styles.stop}>
      <PinIcon />
      <div>
        <Text as="h2" size="m" breaks id="pickup-stop">
          {m.checkout.stop.place({ place: name })}
        </Text>
        {address ? <p>{address}</p> : null}
        <p className={styles.when}>
          {m.common.dayFromTo({
            day: formatDay(opensAt(stop), timezone),
            from: timeAt(opensAt(stop), stop),
            to: timeAt(closesAt(stop), stop),
          })}
        </p>
      </div>
    </section>
  );
}

interface OrderSummaryProps {
  truckName: string | undefined;
  cart: CheckoutCart;
  /** Dollars, as the server priced them; the cart's own preview until then. */
  totals: {
    subtotal: number;
    tax: number;
    tip?: number;
    discount?: number;
    offerCode?: string | null;
    total: number;
  };
}

/** What is being bought. On a phone it folds away behind the total. */
function OrderSummary({ truckName, cart, totals }: OrderSummaryProps) {
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
      <button
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
      </button>
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
          <Total label={m.common.tax} dollars={totals.tax} />
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

import { type ReactNode, Suspense, useId, useState } from "react";
import { Link } from "wouter";
import type { Truck } from "@/domain/api/public-types";
import { type CartItem, optionsOf } from "@/domain/cart/cart-item";
import type { CheckoutCart } from "@/domain/cart/checkout-cart";
import { type ShownTaxes, taxRows } from "@/domain/cart/taxes";
import { allergenSentence } from "@/domain/menu/diets-and-allergens";
import { countedName } from "@/domain/menu/option-selection-and-price";
import { closesAt, opensAt, type Stop } from "@/domain/schedule/current-stops";
import { timeAt } from "@/domain/schedule/schedule-words";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel, formatDay } from "@/domain/time/time-words";
import { parseInstant } from "@/domain/time/wall-clock";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { ClosedNotice } from "@/storefront/cart/cart-notices";
import { classNames } from "@/ui/class-names";
import { Price } from "@/ui/content/price";
import { Button } from "@/ui/controls/button";
import { Spinner } from "@/ui/feedback/spinner";
import { ArrowLeftIcon } from "@/ui/icons/common-icons";
import { CheckIcon, PinIcon } from "@/ui/icons/first-page-icons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { AllergenNote } from "@/ui/menu/allergen-note";
import type { PaymentIntentAnswer } from "./api";
import styles from "./checkout.module.css";
import { CheckoutContext, type CheckoutContextValue } from "./checkout-context-and-step-heading";
import { ProblemNotice } from "./checkout-refusals-and-problem-notice";
import { STEPS, type Step } from "./checkout-state";
import { CustomerInfoStep } from "./customer-info-step";
import { MissingNotice, ShortLinesNotice } from "./missing-and-short-items-notices";
import { useCheckout } from "./use-checkout";
import type { OrderDraft } from "./use-order-draft";

interface CheckoutLayoutProps extends Pick<CheckoutContextValue, "onConfirming" | "onPaid"> {
  order: OrderDraft;
}

export function CheckoutLayout({ order, ...ends }: CheckoutLayoutProps) {
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
        <Stack columns="fill" gap={6} align="start" className={styles.columns}>
          <Stack gap={4} shrinks>
            <OrderNotices order={order} isPaying={payment !== null} />
            {payment ? <PickupAgreed payment={payment} truck={truck} zone={rules.zone} /> : null}
            {stop && !payment ? <PickupStop stop={stop} /> : null}
            <CurrentStep step={step} />
          </Stack>
          <OrderSummary truckName={truck?.name} cart={tip.cart} totals={payment ?? tip.cart} />
        </Stack>
      </Stack>
    </CheckoutContext>
  );
}

/** Why this cannot be ordered now; nothing while it can. An order that is being paid outlasts a pause of the truck. */
function OrderNotices({ order, isPaying }: { order: OrderDraft; isPaying: boolean }) {
  const { slug, truck, stale, soldOut, short, truckFailure, retryTruck } = order;
  const isPaused = truck?.acceptingOrders === false;
  const closed = isPaying && isPaused ? m.checkout.pausedWhilePaying : order.closed;
  const { items } = order.cart;
  const notice = closed ?? stale.onPage;
  return (
    <>
      {truckFailure ? (
        <Stack gap={3} items="start" className={styles.failure}>
          <ProblemNotice sentence={m.checkout.failures.truck} details={[truckFailure]} />
          <Button onClick={retryTruck}>{m.common.tryAgain}</Button>
        </Stack>
      ) : null}
      {notice ? <ClosedNotice reason={notice} /> : null}
      <MissingNotice
        slug={slug}
        items={items}
        missing={soldOut}
        notServed={m.menuItem.served.notNow}
      />
      <ShortLinesNotice slug={slug} items={items} short={short} />
    </>
  );
}

/** Where the order is picked up, behind a pin. */
function PickupBox({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Stack
      as="section"
      gap={3}
      marginBottom={5}
      radius="control"
      aria-labelledby={id}
      className={styles.stop}
    >
      <PinIcon />
      <div>
        <Text as="h2" size="m" breaks id={id}>
          {title}
        </Text>
        {children}
      </div>
    </Stack>
  );
}

interface PickupAgreedProps {
  payment: Pick<PaymentIntentAnswer, "pickupAt" | "place" | "slotAt">;
  truck: Pick<Truck, "changeMinutes"> | undefined;
  /** The truck's own zone, for one that does not move. */
  zone: string;
}

/** When and where the order that is being paid is picked up, as the server has agreed to it, and until when it may change. */
function PickupAgreed({ payment, truck, zone: ownZone }: PickupAgreedProps) {
  const { pickupAt, place } = payment;
  const instant = parseInstant(pickupAt);
  if (!instant) return null;
  const zone = place?.timezone ?? ownZone;
  const time = clockLabel(instant, zone, presentTime());
  return (
    <PickupBox id="pickup-agreed" title={m.checkout.stop.agreedTime({ time })}>
      {place ? <p>{[place.name, place.address].filter(Boolean).join(", ")}</p> : null}
      {truck ? (
        <Text soft size="s">
          {changeWords(instant, payment.slotAt !== undefined, truck.changeMinutes, zone)}
        </Text>
      ) : null}
    </PickupBox>
  );
}

/** Until when the customer may change the order after paying; nothing where the pickup is too near for that. */
function changeWords(
  pickup: Date,
  hasSlot: boolean,
  minutes: Truck["changeMinutes"],
  zone: string,
): string | null {
  const words = m.change.choices;
  if (minutes === undefined) return null;
  if (minutes === null) return words.onlyTruck;
  const until = new Date(pickup.getTime() - minutes * 60_000);
  if (until <= presentTime()) return null;
  const time = clockLabel(until, zone, presentTime());
  return hasSlot ? words.until({ time }) : words.cancelUntil({ time });
}

/** Where and when the truck is that the order will be picked up at. */
function PickupStop({ stop }: { stop: Stop }) {
  const { name, address, timezone } = stop.place;
  return (
    <PickupBox id="pickup-stop" title={m.checkout.stop.place({ place: name })}>
      {address ? <p>{address}</p> : null}
      <Text soft className={styles.when}>
        {m.common.dayFromTo({
          day: formatDay(opensAt(stop), timezone),
          from: timeAt(opensAt(stop), stop),
          to: timeAt(closesAt(stop), stop),
        })}
      </Text>
    </PickupBox>
  );
}

function CurrentStep({ step }: { step: Step }) {
  const Content = STEPS.find((each) => each.step === step)?.Content ?? CustomerInfoStep;
  return (
    <Suspense fallback={<Spinner label={m.payment.loadingForm} showLabel />}>
      <Content />
    </Suspense>
  );
}

/** Where in the checkout the customer stands. */
function StepList({ current }: { current: Step }) {
  const currentIndex = STEPS.findIndex(({ step }) => step === current);
  return (
    <Row as="ol" gap={6} rowGap={2} aria-label={m.checkout.steps.label}>
      {STEPS.map(({ step, name }, index) => (
        <Row
          key={step}
          as="li"
          inline
          gap={2}
          align="center"
          oneLine
          soft
          weight={600}
          aria-current={index === currentIndex ? "step" : undefined}
          className={classNames(index === currentIndex && styles.stepCurrent)}
        >
          <Stack as="span" size="s" tabular className={styles.stepNumber}>
            {index + 1}
          </Stack>{" "}
          <span>{name()}</span>
          {index < currentIndex ? <CheckIcon size={16} /> : null}
          {index < currentIndex ? (
            <span className="visually-hidden"> {m.checkout.steps.done}</span>
          ) : null}
        </Row>
      ))}
    </Row>
  );
}

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
        {cart.items.some((line) => allergenSentence(line) !== null) ? (
          <Text soft size="s" marginBottom={3}>
            {m.food.sharedKitchen}
          </Text>
        ) : null}
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
  const options = optionsOf(line).map(countedName).join(", ");
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
        <AllergenNote said={line} />
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

import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { Link } from "wouter";
import type { AppConfig } from "@/domain/api/config";
import { type CartItem, optionsOf } from "@/domain/cart/cart-item";
import type { CheckoutCart } from "@/domain/cart/cart-rules";
import { clockLabel } from "@/domain/orders/estimate";
import { closesAt, opensAt, type Stop } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { MIN_PICKUP_LEAD_MINUTES } from "@/domain/time/pickup-time";
import { presentTime } from "@/domain/time/server-clock";
import { DEFAULT_TIMEZONE, formatDay, parseInstant } from "@/domain/time/time";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { SlotChoice } from "@/storefront/checkout/slots/slot-choice";
import { classNames } from "@/ui/class-names";
import { Price } from "@/ui/content/price";
import { Button } from "@/ui/controls/button";
import { Spinner } from "@/ui/feedback/spinner";
import { PinIcon } from "@/ui/icons/icons";
import { ArrowLeftIcon } from "@/ui/icons/order-icons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import type { PaymentIntentAnswer } from "./api";
import styles from "./checkout.module.css";
import { ProblemNotice } from "./checkout-problem";
import { CheckoutSteps } from "./checkout-steps";
import { CustomerInfoStep } from "./customer-info-step";
import { useOffer } from "./offer-field";
import { type UseCheckoutOptions, useCheckout } from "./use-checkout";
import { useTip } from "./use-tip";

// The payment provider's libraries load only for those who get this far.
const PaymentStep = lazy(() =>
  import("@/storefront/checkout/payment/payment-step").then((module) => ({
    default: module.PaymentStep,
  })),
);

interface CheckoutProps
  extends Omit<UseCheckoutOptions, "hasSlots" | "onOfferRefused" | "onOfferChanged"> {
  /** In percent, of the place where the order is picked up. */
  taxRate: number;
  /** The pickup slots to choose from; null where a pickup is a time of day. */
  slots: SlotChoice | null;
  /** When the truck takes orders again, once all of them are taken. */
  whenNext: string | null;
  backTo: string;
  /** Why this cannot be ordered now, in a box of its own; nothing while it can. */
  truckNotice: ReactNode;
  /** The same in a few words beside the button that it shuts; null while it is open. */
  blocked: string | null;
  /** What changed in the cart and waits to be acknowledged. */
  cartNotice: ReactNode;
  /** Why the truck could not be loaded, while it could not. */
  truckFailure: string | null;
  onRetryTruck: () => void;
  config: AppConfig | undefined;
  /** Whether the bank may be deciding about the payment. */
  onConfirming: (isConfirming: boolean) => void;
  onPaid: (payment: { paymentIntentId: string; clientSecret: string }) => void;
}

export function Checkout(props: CheckoutProps) {
  const { slug, truck, config, backTo, truckFailure, cartNotice, onPaid } = props;
  const offer = useOffer(slug, props.cart, props.taxRate);
  const tip = useTip(slug, offer.cart, truck?.tipPresets ?? null);
  const { payment, problem, submitting, submit, backToCustomer, release } = useCheckout({
    ...props,
    cart: tip.cart,
    onCartConflict: (body) => {
      props.onCartConflict(body);
      void offer.refresh();
    },
    hasSlots: props.slots !== null,
    onOfferRefused: () => offer.remove({ keepsText: true }),
    onOfferChanged: () => void offer.refresh(),
  });
  const step = payment ? 2 : 1;
  const moved = useHasChanged(step);
  const rules = {
    slots: props.slots,
    zone: props.stop?.place.timezone ?? truck?.timezone ?? DEFAULT_TIMEZONE,
    leadMinutes: truck?.leadMinutes ?? config?.minPickupLeadMinutes ?? MIN_PICKUP_LEAD_MINUTES,
  };
  return (
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
        to={backTo}
        className={styles.back}
      >
        <ArrowLeftIcon /> {m.checkout.backToTruck({ name: truck?.name ?? m.checkout.aTruck })}
      </Row>
      <h1>{m.common.checkout}</h1>
      <CheckoutSteps current={step} />
      <Stack gap={6} align="start" className={styles.columns}>
        <Stack gap={4} shrinks>
          {truckFailure ? (
            <TruckFailure reason={truckFailure} onRetry={props.onRetryTruck} />
          ) : null}
          {props.truckNotice}
          {payment ? <PickupAgreed payment={payment} zone={rules.zone} /> : null}
          {props.stop && !payment ? <PickupStop stop={props.stop} /> : null}
          {payment ? (
            <Suspense fallback={<Spinner label={m.payment.loadingForm} showLabel />}>
              <PaymentStep
                key={payment.clientSecret}
                slug={slug}
                payment={payment}
                focusHeading={moved}
                onConfirming={props.onConfirming}
                onPaid={onPaid}
                onBack={backToCustomer}
                onRelease={release}
              />
            </Suspense>
          ) : (
            <CustomerInfoStep
              slug={slug}
              rules={rules}
              offer={offer}
              tip={tip}
              cartNotice={cartNotice}
              blocked={props.blocked}
              problem={problem}
              whenNext={props.whenNext}
              submitting={submitting}
              focusHeading={moved}
              onSubmit={(customer, cart) => submit(customer, tip.addTo(cart))}
            />
          )}
        </Stack>
        <OrderSummary truckName={truck?.name} cart={tip.cart} totals={payment ?? tip.cart} />
      </Stack>
    </Stack>
  );
}

/** Whether a value has ever been another one than at first. */
function useHasChanged(value: number): boolean {
  const [first] = useState(value);
  const [changed, setChanged] = useState(false);
  if (value !== first && !changed) setChanged(true);
  return changed || value !== first;
}

function TruckFailure({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Stack gap={3} items="start" className={styles.failure}>
      <ProblemNotice sentence={m.checkout.failures.truck} details={[reason]} />
      <Button onClick={onRetry}>{m.common.tryAgain}</Button>
    </Stack>
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
  const when = clockLabel(instant, place?.timezone ?? zone, presentTime());
  return (
    <section aria-labelledby="pickup-agreed" className={styles.stop}>
      <PinIcon />
      <div>
        <Text as="h2" size="m" breaks id="pickup-agreed">
          {m.checkout.stop.agreedTime({ when })}
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
          {m.checkout.stop.place({ name })}
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
          <p className={styles.truck}>{m.checkout.summary.from({ truckName })}</p>
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

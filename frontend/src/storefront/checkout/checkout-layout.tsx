import { Suspense } from "react";
import { Link } from "wouter";
import { closesAt, opensAt, type Stop } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { formatDay } from "@/domain/time/dates";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel } from "@/domain/time/time-words";
import { parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { ShortLinesNotice, SoldOutNotice } from "@/storefront/cart/stock-notices";
import { ClosedNotice } from "@/storefront/layout/closed-notice";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { Spinner } from "@/ui/feedback/spinner";
import { ArrowLeftIcon } from "@/ui/icons/common-icons";
import { CheckIcon, PinIcon } from "@/ui/icons/first-page-icons";
import { Row, Stack, Text } from "@/ui/layout";
import type { PaymentIntentAnswer } from "./api";
import styles from "./checkout.module.css";
import { CheckoutContext, type CheckoutContextValue } from "./checkout-context";
import { ProblemNotice } from "./checkout-problem";
import { STEPS, type Step } from "./checkout-state";
import { CustomerInfoStep } from "./customer-info-step";
import { OrderSummary } from "./order-summary";
import { useCheckout } from "./use-checkout";
import type { Order } from "./use-order";

interface CheckoutLayoutProps extends Pick<CheckoutContextValue, "onConfirming" | "onPaid"> {
  order: Order;
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
  const { slug, closed, stale, soldOut, short, truckFailure, retryTruck } = order;
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
    <Stack
      as="section"
      gap={3}
      marginBottom={5}
      radius="control"
      aria-labelledby="pickup-agreed"
      className={styles.stop}
    >
      <PinIcon />
      <div>
        <Text as="h2" size="m" breaks id="pickup-agreed">
          {m.checkout.stop.agreedTime({ time })}
        </Text>
        {place ? <p>{[place.name, place.address].filter(Boolean).join(", ")}</p> : null}
      </div>
    </Stack>
  );
}

/** Where and when the truck is that the order will be picked up at. */
function PickupStop({ stop }: { stop: Stop }) {
  const { name, address, timezone } = stop.place;
  return (
    <Stack
      as="section"
      gap={3}
      marginBottom={5}
      radius="control"
      aria-labelledby="pickup-stop"
      className={styles.stop}
    >
      <PinIcon />
      <div>
        <Text as="h2" size="m" breaks id="pickup-stop">
          {m.checkout.stop.place({ place: name })}
        </Text>
        {address ? <p>{address}</p> : null}
        <Text soft className={styles.when}>
          {m.common.dayFromTo({
            day: formatDay(opensAt(stop), timezone),
            from: timeAt(opensAt(stop), stop),
            to: timeAt(closesAt(stop), stop),
          })}
        </Text>
      </div>
    </Stack>
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

import { AddressElement, PaymentElement } from "@stripe/react-stripe-js";
import type { Appearance, StripeAddressElementOptions } from "@stripe/stripe-js";
import { type FormEvent, useEffect, useState } from "react";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import styles from "@/storefront/checkout/checkout.module.css";
import { useCheckoutContext } from "@/storefront/checkout/checkout-context-and-step-heading";
import { loadCustomer, type OpenPayment } from "@/storefront/checkout/checkout-storage";
import type { CustomerInfo } from "@/storefront/checkout/customer-info";
import { truckPath } from "@/storefront/page-paths";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { ArrowLeftIcon } from "@/ui/icons/common-icons";
import { Box, Stack, Text } from "@/ui/layout";
import { useCloseOnBack } from "@/ui/overlay/close-on-back";
import { LOAD_FAILED, type PaymentMessage, usePayment } from "./use-payment";

/** How long the form may take, on a slow network too, before the customer is told that it does not come. */
const LATE_MS = 10_000;

/** The address begins with what the customer has already told us. */
function addressOptions({ name, phone }: CustomerInfo): StripeAddressElementOptions {
  return {
    mode: "billing",
    allowedCountries: ["US"],
    fields: { phone: "always" },
    validation: { phone: { required: "never" } },
    defaultValues: { name, phone },
  };
}

export interface PaymentFormProps {
  payment: OpenPayment;
  isHoldOver: () => boolean;
  /** Loads the provider's form once more. */
  onReload: () => void;
}

export function PaymentForm({ payment, isHoldOver, onReload }: PaymentFormProps) {
  const { order, onConfirming, onPaid, backToCustomer, release } = useCheckoutContext();
  const { clientSecret, paymentIntentId, total } = payment;
  const { message, phase, canPay, confirm, ...form } = usePayment({
    clientSecret,
    isHoldOver,
    returnUrl: `${window.location.origin}${truckPath(order.slug)}/order-confirmation`,
    onPaid: () => onPaid({ paymentIntentId, clientSecret }),
    onRelease: release,
  });
  const isLate = useIsLate(!form.isLoaded);
  const isConfirming = phase !== "checking" && phase !== "ready";
  useEffect(() => {
    onConfirming(isConfirming);
    return () => onConfirming(false);
  }, [isConfirming, onConfirming]);
  // Made once, since a new object would send an update into the frame at every render.
  const [address] = useState(() => addressOptions(loadCustomer(order.slug, new Date())));
  const busy = phase === "paying";

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void confirm();
  }

  return (
    <Stack as="form" gap={4} shrinks onSubmit={handleSubmit}>
      <Box as="fieldset" block>
        <Text as="legend" marginBottom={3} weight={700}>
          {m.common.card}
        </Text>
        <PaymentElement onReady={form.cardReady} onLoadError={form.formFailed} />
      </Box>
      <Box as="fieldset" block>
        <Text as="legend" marginBottom={3} weight={700}>
          {m.payment.billingAddress}
        </Text>
        <AddressElement
          options={address}
          onReady={form.addressReady}
          onLoadError={form.formFailed}
        />
      </Box>
      <MessageLine message={message} />
      {isLate || message === LOAD_FAILED ? (
        <NoCardForm sentence={null} isAlert={message !== LOAD_FAILED} onRetry={onReload} />
      ) : null}
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        // Stays reachable by keyboard, and says why it cannot be used yet.
        aria-disabled={!canPay}
        aria-busy={busy || undefined}
        className={canPay ? undefined : styles.waiting}
      >
        {busy ? m.payment.processing : m.payment.pay({ amount: formatDollars(total) })}
      </Button>
      {/* Leaving while the bank decides could open a second payment beside a good one. */}
      <BackToCustomer
        onBack={backToCustomer}
        disabled={phase !== "ready" && phase !== "checking"}
      />
    </Stack>
  );
}

interface NoCardFormProps {
  /** What is said first, where the specification fixes it. */
  sentence: string | null;
  /** Whether it has to be read out, because no message beside it is. */
  isAlert: boolean;
  onRetry: () => void;
}

/** The provider's script or frames do not come, which nothing tells the page that only waits for them. */
export function NoCardForm({ sentence, isAlert, onRetry }: NoCardFormProps) {
  return (
    <Notice
      tone="danger"
      title={sentence ?? m.payment.formBlocked}
      action={<Button onClick={onRetry}>{m.common.tryAgain}</Button>}
      {...(isAlert ? { role: "alert" } : {})}
    >
      {sentence ? <p>{m.payment.formBlocked}</p> : null}
      <p>{m.payment.formBlockedHint}</p>
    </Notice>
  );
}

/** Whether something has been waited for as long as a slow network takes. */
export function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate;
}

/** Both regions are always there, so that a screen reader hears what is put into them. */
function MessageLine({ message }: { message: PaymentMessage | null }) {
  const failed = message?.tone === "error";
  return (
    <div className={styles.messages}>
      <div role="status">
        {message && !failed ? (
          <p className={classNames(styles.message, styles[message.tone])}>{message.text}</p>
        ) : null}
      </div>
      <div role="alert">
        {failed ? (
          <Text as="div" surface="danger" tone="danger" className={styles.message}>
            <p>{message.text}</p>
            {message.detail ? <p>{message.detail}</p> : null}
          </Text>
        ) : null}
      </div>
    </div>
  );
}

interface BackToCustomerProps {
  onBack: () => void;
  disabled?: boolean;
}

export function BackToCustomer({ onBack, disabled = false }: BackToCustomerProps) {
  useCloseOnBack(true, () => {
    if (!disabled) onBack();
  });
  return (
    <Button variant="quiet" onClick={onBack} disabled={disabled} className={styles.backToInfo}>
      <ArrowLeftIcon /> {m.payment.back}
    </Button>
  );
}

/** The card fields live in frames of the provider; this carries our tokens over to them, live. */
export function useStripeAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const update = () => setAppearance(readAppearance());
    const theme = new MutationObserver(update);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const night = window.matchMedia("(prefers-color-scheme: dark)");
    night.addEventListener("change", update);
    return () => {
      theme.disconnect();
      night.removeEventListener("change", update);
    };
  }, []);
  return appearance;
}

function readAppearance(): Appearance {
  const { color, length } = tokenReader();
  return {
    theme: "stripe",
    variables: {
      colorPrimary: color("--action"),
      colorBackground: color("--surface-card"),
      colorText: color("--text"),
      colorTextSecondary: color("--text-soft"),
      colorTextPlaceholder: color("--text-soft"),
      colorDanger: color("--danger"),
      borderRadius: length("--radius-control"),
      fontFamily: "Figtree, system-ui, sans-serif",
      fontSizeBase: "16px",
    },
    // The action's chili would look like an error around a field that is only being filled in.
    rules: {
      ".Input:focus": {
        borderColor: color("--focus"),
        boxShadow: `0 0 0 1px ${color("--focus")}`,
      },
    },
  };
}

/** Tokens may be light-dark() or rem; only a computed style says what they come to. */
function tokenReader() {
  const read = (property: "color" | "width", token: string) => {
    const probe = document.createElement("span");
    probe.style.position = "absolute";
    probe.style.setProperty(property, `var(${token})`);
    document.body.append(probe);
    const value = getComputedStyle(probe)[property];
    probe.remove();
    return value;
  };
  return {
    color: (token: string) => read("color", token),
    length: (token: string) => read("width", token),
  };
}

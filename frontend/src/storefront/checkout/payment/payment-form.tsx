import { AddressElement, PaymentElement } from "@stripe/react-stripe-js";
import type { StripeAddressElementOptions } from "@stripe/stripe-js";
import { type FormEvent, useState } from "react";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import styles from "@/storefront/checkout/checkout.module.css";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { BackToCustomer } from "./back-to-customer";
import type { PaymentMessage } from "./payment-messages";
import { usePayment } from "./use-payment";

function addressOptions(defaultValues: Billing): StripeAddressElementOptions {
  return {
    mode: "billing",
    allowedCountries: ["US"],
    fields: { phone: "always" },
    validation: { phone: { required: "never" } },
    defaultValues,
  };
}

interface Billing {
  name: string;
  phone: string;
}

export interface PaymentFormProps {
  clientSecret: string;
  isHoldOver: () => boolean;
  /** The payment is over without money: its hold has run out, or the server has canceled it. */
  onRelease: () => void;
  totalDollars: number;
  /** What the customer has already told us, to start the address with. */
  billing: Billing;
  returnUrl: string;
  onPaid: () => void;
  onBack: () => void;
}

export function PaymentForm({ totalDollars, billing, onBack, ...options }: PaymentFormProps) {
  const { message, phase, canPay, confirm, ...form } = usePayment(options);
  // Made once, since a new object would send an update into the frame at every render.
  const [address] = useState(() => addressOptions(billing));
  const busy = phase === "paying";

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void confirm();
  }

  return (
    <form onSubmit={handleSubmit} className={styles.payment}>
      <fieldset className={styles.fieldset}>
        <legend className={styles.legend}>{m.storefront.checkoutPayment.billingAddress}</legend>
        <AddressElement
          options={address}
          onReady={form.addressReady}
          onLoadError={form.formFailed}
        />
      </fieldset>
      <fieldset className={styles.fieldset}>
        <legend className={styles.legend}>{m.storefront.checkoutPayment.card}</legend>
        <PaymentElement onReady={form.cardReady} onLoadError={form.formFailed} />
      </fieldset>
      <MessageLine message={message} />
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
        {busy
          ? m.storefront.checkoutPayment.processing
          : m.storefront.checkoutPayment.pay({ totalDollars: formatDollars(totalDollars) })}
      </Button>
      {/* Leaving while the bank decides could open a second payment beside a good one. */}
      <BackToCustomer onBack={onBack} disabled={phase !== "ready" && phase !== "checking"} />
    </form>
  );
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
        {failed ? <p className={classNames(styles.message, styles.error)}>{message.text}</p> : null}
      </div>
    </div>
  );
}

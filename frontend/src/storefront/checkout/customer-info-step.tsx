import { valibotResolver } from "@hookform/resolvers/valibot";
import { useQuery } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type UseFormReturn, useController, useForm, useWatch } from "react-hook-form";
import { CustomerInfoIn } from "@/domain/api/limits.gen";
import { serverConfigQuery } from "@/domain/api/server-config";
import { opensAt } from "@/domain/schedule/current-stops";
import { AS_SOON_AS_POSSIBLE } from "@/domain/time/pickup-rules";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel } from "@/domain/time/time-words";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { CartChanges } from "@/storefront/cart/cart-notices";
import { isBookedOut } from "@/storefront/checkout/slots/offered-slots";
import {
  type LaterAsked,
  LaterButton,
  SlotField,
  SlotOffers,
} from "@/storefront/checkout/slots/slot-field";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { Button } from "@/ui/controls/button";
import { isNowhere } from "@/ui/controls/keep-focus";
import { RadioBox } from "@/ui/controls/radio-choices";
import { Field } from "@/ui/inputs/field";
import { PhoneInput } from "@/ui/inputs/phone-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { TipField } from "@/ui/inputs/tip-field";
import { Stack, Text } from "@/ui/layout";
import styles from "./checkout.module.css";
import {
  type CheckoutContextValue,
  StepHeading,
  useCheckoutContext,
} from "./checkout-context-and-step-heading";
import { ProblemNotice } from "./checkout-refusals-and-problem-notice";
import { dropOldDrafts, loadCustomer, saveCustomer } from "./checkout-storage";
import { type CustomerInfo, customerSchema, MISSING } from "./customer-info";
import { MissingNotice } from "./missing-and-short-items-notices";
import { chosenPickup, describePickup, type PickupRules, soonestPickup } from "./pickup-time";
import { RememberChoice, RememberedNote } from "./remember-me";
import type { RememberedCustomer } from "./remembered-customer";
import type { OfferChoice } from "./use-offer-and-tip";

export function CustomerInfoStep() {
  const checkout = useCheckoutContext();
  const { order, problem, rules, offer, tip } = checkout;
  const isBusy = checkout.isSending || offer.isSettling;
  const { form, handleSubmit, chooseSlot } = useCustomerForm(checkout);
  const notServed = useNotServed(checkout, form);
  const blocked =
    order.blocked ??
    (isBookedOut(rules.slots) ? m.pickup.noneFree : null) ??
    (notServed.size > 0 ? m.checkout.mealTimes.blocked : null);
  const { errors } = form.formState;
  const [isAsked, setAsked] = useState(false);
  const later = { isAsked, setAsked };
  const isIncomplete = Object.values(errors).some(({ type }) => type === MISSING);
  return (
    <Stack
      as="form"
      gap={5}
      surface="card"
      radius="card"
      raised
      className={styles.panel}
      onSubmit={handleSubmit}
      noValidate
      aria-labelledby="step-heading"
    >
      <StepHeading>{m.checkout.steps.customer}</StepHeading>
      <p className={styles.lead}>{m.checkout.customer.lead}</p>
      {problem?.isSaidFirst ? <ProblemNotice {...problem} /> : null}
      <RememberedNote onForget={(customer) => emptyFields(form, customer)} />
      <Field label={m.common.name} error={errors.name?.message}>
        <TextInput
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          maxLength={CustomerInfoIn.name.maxLength}
          required
          {...form.register("name")}
        />
      </Field>
      <Field
        label={m.common.phone}
        hint={m.checkout.customer.phoneHint}
        error={errors.phone?.message}
      >
        <PhoneInput
          autoComplete="tel-national"
          enterKeyHint="next"
          required
          {...form.register("phone")}
        />
      </Field>
      <EmailField form={form} />
      <RememberChoice {...form.register("remember")} />
      {rules.slots ? (
        <SlotField
          form={form}
          choice={rules.slots}
          notServedAt={order.notServedAt}
          whenNext={order.whenNext}
          later={later}
        />
      ) : (
        <PickupField form={form} rules={rules} later={later} />
      )}
      <MissingNotice
        slug={order.slug}
        items={order.cart.items}
        missing={notServed}
        notServed={m.checkout.mealTimes.title}
      />
      <OfferField {...offer} />
      {tip.presets ? <TipField {...tip} presets={tip.presets} /> : null}
      {isIncomplete ? <ProblemNotice sentence={m.checkout.customer.incomplete} /> : null}
      {problem && !problem.isSaidAtFields && !problem.isSaidFirst ? (
        <ProblemNotice {...problem}>
          <SlotOffers
            offers={problem.offers.filter(({ at }) => order.notServedAt(new Date(at)).size === 0)}
            zone={rules.zone}
            disabled={isBusy || blocked !== null}
            onChoose={chooseSlot}
          />
        </ProblemNotice>
      ) : null}
      <CartChanges slug={order.slug} changes={order.changes} />
      <Text tone="warning" weight={650} role="status" className={styles.blocked}>
        {blocked}
      </Text>
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        busy={isBusy}
        disabled={blocked !== null}
      >
        {isBusy ? m.checkout.customer.sending : m.checkout.customer.submit}
      </Button>
    </Stack>
  );
}

function useCustomerForm({ order, rules, offer, tip, problem, submit }: CheckoutContextValue) {
  const { slug } = order;
  const [defaultValues] = useState(() => loadCustomer(slug, new Date()));
  const form = useForm<CustomerInfo>({
    defaultValues,
    shouldFocusError: true,
    resolver: valibotResolver(customerSchema(rules, presentTime, problem?.offers)),
  });
  const { subscribe, setError } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveCustomer(slug, values, new Date()),
      }),
    [subscribe, slug],
  );
  useEffect(() => dropOldDrafts(new Date()), []);
  useEffect(() => {
    const entries = Object.entries(problem?.fields ?? {}) as [keyof CustomerInfo, string][];
    for (const [index, [name, message]] of entries.entries()) {
      setError(name, { type: "server", message }, { shouldFocus: index === 0 });
    }
  }, [problem, setError]);
  const handleSubmit = form.handleSubmit(async (customer) => {
    if (!tip.check()) return tip.amountRef.current?.focus();
    const cart = await offer.settle();
    if (cart) void submit(customer, cart);
  }, tip.check);
  const chooseSlot = (slotAt: string) => {
    form.setValue("slotAt", slotAt);
    void handleSubmit();
  };
  return { form, handleSubmit, chooseSlot };
}

/** What of the cart is not served at the pickup that is chosen. */
function useNotServed({ order, rules }: CheckoutContextValue, form: UseFormReturn<CustomerInfo>) {
  const [slotAt, pickupTime] = useWatch({ control: form.control, name: ["slotAt", "pickupTime"] });
  const now = useNow();
  const soonest = soonestPickup(rules, now, order.stop ? opensAt(order.stop) : null);
  return order.notServedAt(chosenPickup({ slotAt, pickupTime }, rules, soonest, now));
}

/** Empties what was filled in from memory, and leaves what has been typed since. */
function emptyFields(form: UseFormReturn<CustomerInfo>, forgotten: RememberedCustomer): void {
  for (const name of ["name", "phone", "email"] as const) {
    if (form.getValues(name) === forgotten[name]) form.setValue(name, "");
  }
  form.setFocus("name");
}

/** The optional address. It promises a receipt only where the server sends e-mail. */
function EmailField({ form }: { form: UseFormReturn<CustomerInfo> }) {
  const { data: config } = useQuery(serverConfigQuery());
  return (
    <Field
      label={m.checkout.customer.emailOptional}
      hint={config?.sendsEmail ? m.checkout.customer.emailHint : undefined}
      error={form.formState.errors.email?.message}
    >
      <TextInput
        type="email"
        autoComplete="email"
        enterKeyHint="next"
        maxLength={CustomerInfoIn.email.maxLength}
        {...form.register("email")}
      />
    </Field>
  );
}

interface PickupFieldProps {
  form: UseFormReturn<CustomerInfo>;
  rules: PickupRules;
  later: LaterAsked;
}

/** When to pick up: as soon as possible, or at a time of day on the truck's clock. */
function PickupField({ form, rules, later }: PickupFieldProps) {
  const { field, fieldState } = useController({ name: "pickupTime", control: form.control });
  const isSoon = field.value === AS_SOON_AS_POSSIBLE;
  const isOpen = later.isAsked || !isSoon;
  return (
    <Stack as="fieldset" gap={3} shrinks>
      <Text as="legend" marginBottom={2} weight={650}>
        {m.checkout.customer.pickup}
      </Text>
      <RadioBox
        name="pickup"
        value={AS_SOON_AS_POSSIBLE}
        chosen={field.value}
        onChoose={field.onChange}
        wide
      >
        <AboutSoon rules={rules} />
      </RadioBox>
      <LaterButton isOpen={isOpen} onToggle={() => later.setAsked(!isOpen)} />
      {isOpen ? (
        <Field
          label={m.checkout.customer.pickupTime}
          hint={fieldState.error && field.value ? undefined : hintOf(field.value, rules)}
          error={fieldState.error?.message}
        >
          <TextInput type="time" required={!isSoon} {...field} value={isSoon ? "" : field.value} />
        </Field>
      ) : null}
    </Stack>
  );
}

/** "As soon as possible (about 11:05 PM)", on the truck's clock as the minutes pass. */
function AboutSoon({ rules }: { rules: PickupRules }) {
  return m.pickup.asapAbout({ time: soonest(rules, useNow()) });
}

function soonest(rules: PickupRules, now: Date): string {
  return clockLabel(soonestPickup(rules, now), rules.zone, now);
}

function hintOf(pickupTime: string, rules: PickupRules): string {
  const now = presentTime();
  return (
    describePickup(pickupTime, rules, now) ??
    m.checkout.customer.timeHint({ time: soonest(rules, now) })
  );
}

/** The code of an offer: folded away until it is wanted, then the field, then what it takes off. */
function OfferField({ typed, applied, problem, isChecking, ...offer }: OfferChoice) {
  const [isOpen, setOpen] = useState(typed !== "");
  const isShown = isOpen || problem !== null;
  const removeRef = useRef<HTMLButtonElement>(null);
  const moveFocus = useFocusMove(isShown, applied ? removeRef : offer.inputRef);

  async function apply(): Promise<void> {
    moveFocus(true);
    if (!(await offer.apply())) moveFocus(false);
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "Enter") return;
    // Enter in this field applies the code and does not send the whole form.
    event.preventDefault();
    void apply();
  }

  function open(): void {
    moveFocus(true);
    setOpen(true);
  }

  function remove(): void {
    moveFocus(true);
    offer.remove();
  }

  if (!isShown) {
    return (
      <Button className={styles.open} onClick={open}>
        {m.checkout.offer.add}
      </Button>
    );
  }
  return (
    <Stack gap={2}>
      {applied ? null : (
        <Stack gap={2} columns="fill-auto" align="start">
          <Field label={m.common.offerCode} error={problem}>
            <TextInput
              ref={offer.inputRef}
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
          <Button className={styles.apply} busy={isChecking} onClick={() => void apply()}>
            {isChecking ? m.checkout.offer.checking : m.checkout.offer.apply}
          </Button>
        </Stack>
      )}
      <Text as="div" weight={600} role="status" className={styles.applied}>
        {applied ? (
          <p>
            {m.checkout.offer.applied({
              code: applied.offerCode ?? "",
              amount: formatDollars(applied.discount),
            })}
          </p>
        ) : null}
      </Text>
      {applied ? (
        <Button ref={removeRef} className={styles.open} busy={isChecking} onClick={remove}>
          {m.checkout.offer.remove}
        </Button>
      ) : null}
    </Stack>
  );
}

/**
 * Adding, applying and removing a code each take the control away that was used. Once it is gone, the focus goes to
 * the next one, unless the customer has moved on.
 */
function useFocusMove(isShown: boolean, next: RefObject<HTMLElement | null>) {
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    if (isShown && isWanted.current && isNowhere(document.activeElement)) next.current?.focus();
    isWanted.current = false;
  }, [isShown, next]);
  return (wanted: boolean) => {
    isWanted.current = wanted;
  };
}

import { useEffect, useEffectEvent, useId, useMemo, useRef } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import type { NotServedAt } from "@/domain/cart/reconcile-cart";
import { AS_SOON_AS_POSSIBLE } from "@/domain/time/pickup-rules";
import { presentTime, serverNow } from "@/domain/time/server-clock";
import { clockLabel, formatTimeOfDay, formatWeekday } from "@/domain/time/time-words";
import { dayInZone } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import styles from "@/storefront/checkout/checkout.module.css";
import { ProblemNotice } from "@/storefront/checkout/checkout-refusals-and-problem-notice";
import type { CustomerInfo } from "@/storefront/checkout/customer-info";
import { Button } from "@/ui/controls/button";
import { RadioBox } from "@/ui/controls/radio-choices";
import { Skeleton } from "@/ui/feedback/skeletons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import type { OfferedSlot } from "./api";
import {
  type HeldSlot,
  isBookedOut,
  isTaken,
  isUnknown,
  markUnserved,
  type SlotChoice,
} from "./offered-slots";
import { SlotHours } from "./slot-hours";

interface SlotFieldProps {
  form: UseFormReturn<CustomerInfo>;
  choice: SlotChoice;
  /** What of the order a slot does not serve; the same function while the cart and the menu stay. */
  notServedAt: NotServedAt;
  /** When this truck takes orders again, once all slots are taken. */
  whenNext: string | null;
  later: LaterAsked;
}

/** Whether the customer has asked for more than as soon as possible, also before it is known what there is. */
export interface LaterAsked {
  isAsked: boolean;
  setAsked: (isAsked: boolean) => void;
}

/** When to pick up: as soon as possible, or in one of the slots. One group of radios. */
export function SlotField({ form, choice, notServedAt, whenNext, later }: SlotFieldProps) {
  const { field, fieldState } = useController({ name: "slotAt", control: form.control });
  const errorId = useId();
  useListedAtFirst(field.value, choice, () => field.onChange(AS_SOON_AS_POSSIBLE));
  if (choice.state === "closed") return null;
  if (isBookedOut(choice)) return <BookedOut whenNext={whenNext} />;
  const isLost = field.value !== AS_SOON_AS_POSSIBLE && isTaken(field.value, choice);
  const error = isLost ? m.pickup.taken : (fieldState.error?.message ?? null);
  // A time that was chosen is seen.
  const isOpen = later.isAsked || field.value !== AS_SOON_AS_POSSIBLE || choice.state === "failed";
  const radios = { name: field.name, chosen: isLost ? "" : field.value, onChoose: field.onChange };
  return (
    <Stack as="fieldset" gap={3} shrinks aria-describedby={error ? errorId : undefined}>
      <Text as="legend" marginBottom={2} weight={650}>
        {m.pickup.title}
      </Text>
      <RadioBox {...radios} ref={field.ref} value={AS_SOON_AS_POSSIBLE} wide>
        {soonest(choice)}
      </RadioBox>
      <LaterButton isOpen={isOpen} onToggle={() => later.setAsked(!isOpen)} />
      <div role="alert" className={styles.alert}>
        {error ? (
          <Text tone="danger" weight={650} id={errorId}>
            {error}
          </Text>
        ) : null}
      </div>
      {isOpen || choice.state === "loading" ? (
        <Later choice={choice} notServedAt={notServedAt} isOpen={isOpen} {...radios} />
      ) : null}
    </Stack>
  );
}

/** Opens what else than as soon as possible there is; once a time is chosen, it stays open. */
export function LaterButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <Button aria-expanded={isOpen} onClick={onToggle}>
      {m.pickup.later}
    </Button>
  );
}

/** A time of an earlier visit that is over, or was at another stop, is not asked about again. */
function useListedAtFirst(slotAt: string, choice: SlotChoice, reset: () => void): void {
  const wasReady = useRef(false);
  const isGone = slotAt !== AS_SOON_AS_POSSIBLE && isUnknown(slotAt, choice);
  const resetLatest = useEffectEvent(reset);
  useEffect(() => {
    if (choice.state !== "ready" || wasReady.current) return;
    wasReady.current = true;
    if (isGone) resetLatest();
  }, [choice.state, isGone]);
}

interface LaterProps {
  choice: SlotChoice;
  notServedAt: NotServedAt;
  isOpen: boolean;
  name: string;
  chosen: string;
  onChoose: (slotAt: string) => void;
}

function Later({ choice, notServedAt, isOpen, ...radios }: LaterProps) {
  const offered = choice.state === "ready" ? choice.offered : null;
  const marked = useMemo(
    () => offered && markUnserved(offered, notServedAt),
    [offered, notServedAt],
  );
  if (choice.state === "ready" && marked)
    return <SlotHours offered={marked} heldAt={stillHeld(choice.held)} {...radios} />;
  if (choice.state === "failed") {
    return (
      <Stack gap={3} items="start" className={styles.slotFieldFailure}>
        <ProblemNotice sentence={m.pickup.failed} details={[choice.reason]} />
        <Button onClick={choice.retry}>{m.common.tryAgain}</Button>
      </Stack>
    );
  }
  return (
    <div role="status">
      <span className="visually-hidden">{m.pickup.loading}</span>
      {isOpen ? <Skeleton height="7rem" /> : null}
    </div>
  );
}

/** The start of a slot that is held; one that was released on this page is given back to all in a moment. */
function stillHeld(held: HeldSlot | null): string | null {
  return held && Date.parse(held.until) > serverNow() ? held.at : null;
}

function BookedOut({ whenNext }: { whenNext: string | null }) {
  return (
    <Box padding={4} surface="warning" radius="control" role="status">
      <Text marginBottom={2} weight={650}>
        {m.pickup.noneFree}
      </Text>
      <p>{m.pickup.smallerMayFit}</p>
      {whenNext ? <p>{whenNext}</p> : null}
    </Box>
  );
}

/** "As soon as possible (about 12:20 PM)"; without the time while it is not known. */
function soonest(choice: SlotChoice): string {
  if (choice.state !== "ready" || !choice.offered.asap) return m.common.asSoonAsPossible;
  const { asap, timezone } = choice.offered;
  return m.pickup.asapAbout({ time: whenInZone(new Date(asap), timezone, presentTime()) });
}

interface SlotOffersProps {
  offers: readonly OfferedSlot[];
  zone: string;
  disabled: boolean;
  /** Takes the slot and goes on to the payment. */
  onChoose: (slotAt: string) => void;
}

/** The next free slots in place of one that is full: one tap goes on with it. */
export function SlotOffers({ offers, zone, disabled, onChoose }: SlotOffersProps) {
  if (offers.length === 0) return null;
  return (
    <Row as="fieldset" gap={2} marginTop={3}>
      <legend className="visually-hidden">{m.pickup.nextFree}</legend>
      {offers.map(({ at }) => (
        <Button key={at} disabled={disabled} onClick={() => onChoose(at)}>
          {clockLabel(new Date(at), zone, presentTime())}
        </Button>
      ))}
    </Row>
  );
}

/** A time of day in a zone with its day, unless that is today: "11:00 AM", "Tue 11:00 AM". */
function whenInZone(instant: Date, zone: string, now: Date): string {
  const time = formatTimeOfDay(instant, zone);
  return dayInZone(instant, zone) === dayInZone(now, zone)
    ? m.opening.timeToday({ time })
    : m.opening.timeOnDay({ day: formatWeekday(instant, zone, now), time });
}

import type { ReactNode } from "react";
import { ApiError, errorMessage, isUnreachable } from "@/domain/api/errors";
import type { CartItem } from "@/domain/cart/cart-item";
import { readNotServed } from "@/domain/cart/cart-refused-by-server";
import { messages as m } from "@/messages";
import type { OfferedSlot } from "@/storefront/checkout/slots/api";
import { AlertIcon } from "@/ui/icons/first-page-icons";
import { Stack } from "@/ui/layout";
import styles from "./checkout.module.css";
import { type CustomerInfo, fieldOfPath } from "./customer-info";

const SLOT_CODES: ReadonlySet<string> = new Set(["slot_full", "slot_too_soon", "order_too_large"]);

/** What the customer is told when the order could not go on to payment. */
export interface CheckoutProblem {
  sentence: string;
  details: string[];
  fields: Partial<Record<keyof CustomerInfo, string>>;
  /** Whether the form shows all of it at its fields, so that the sentence would only repeat it. */
  isSaidAtFields: boolean;
  /** The next free slots, in place of the one that was asked for. */
  offers: readonly OfferedSlot[];
  /** Whether it is said under the heading, which a page that goes back to the first step shows. */
  isSaidFirst: boolean;
  /** Whether the cart itself has to be looked at again. */
  cartChanged: boolean;
}

export function simpleProblem(sentence: string, ...details: string[]): CheckoutProblem {
  return {
    sentence,
    details,
    fields: {},
    isSaidAtFields: false,
    isSaidFirst: false,
    offers: [],
    cartChanged: false,
  };
}

type CartConflict = ApiError & { status: 409 };

/** Whether the server refused because its menu says otherwise than the cart. */
export function isCartConflict(error: unknown): error is CartConflict {
  return (
    error instanceof ApiError &&
    error.status === 409 &&
    (error.code === "prices_changed" || error.code === "cart_invalid")
  );
}

/** Whether the server refused because the truck's stop is not the one that the page shows, or takes no orders. */
export function isStopConflict(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === "stop_changed" || error.code === "stop_closed")
  );
}

/** Whether the server refused because the truck has stopped taking tips. */
export function isTipsOff(error: unknown): boolean {
  return error instanceof ApiError && error.code === "tips_off";
}

/** Whether the terms of the offer changed between the price and the payment. */
export function isOfferChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === "offer_changed";
}

/** Whether the server refused the code of an offer, and not only for as long as unpaid checkouts hold it. */
export function isOfferRefusal(error: unknown): boolean {
  const isOffer = error instanceof ApiError && (error.code ?? "").startsWith("offer_");
  return isOffer && !isOfferChanged(error) && error.code !== "offer_held";
}

/** Whether the server refused because the kitchen has no room for the order at the time that was chosen. */
export function isSlotConflict(error: unknown): boolean {
  return error instanceof ApiError && SLOT_CODES.has(error.code ?? "");
}

/**
 * Whether others on the customer's network hold so much without having paid that the server asks to wait. What they
 * pay for, or give back, is free within seconds.
 */
export function isHeldByNetwork(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "too_many_unpaid";
}

/** Says that the page tries again by itself. */
export function waitsForNetwork(): CheckoutProblem {
  return simpleProblem(
    m.checkout.failures.networkIsPaying,
    m.checkout.failures.triedAgainByItself,
    m.checkout.failures.nothingCharged,
  );
}

/** Whether the server refused a repeated call because the checkout that the first one opened has run out. */
export function isCheckoutOver(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== "checkout_replaced") return false;
  return (error.body as { reason?: unknown }).reason === "checkout_expired";
}

/** Turns a failed creation of the payment into what the customer reads. */
export function describeFailure(error: unknown, items: readonly CartItem[]): CheckoutProblem {
  if (!(error instanceof ApiError))
    return simpleProblem(m.checkout.failures.order, errorMessage(error));
  if (isCartConflict(error)) return describeConflict(error, items);
  if (isUnreachable(error)) {
    const charged = navigator.onLine
      ? m.checkout.failures.nothingCharged
      : m.checkout.failures.offline;
    return simpleProblem(m.checkout.failures.order, error.message, charged);
  }
  if (!error.fromServer) return simpleProblem(m.checkout.failures.order);
  if (error.status >= 500) return simpleProblem(m.checkout.failures.order, error.message);
  if (error.code === "order_too_large") return simpleProblem(tooLarge(error));
  if (isSlotConflict(error)) return { ...simpleProblem(error.message), offers: offersOf(error) };
  return withFields(error);
}

function describeConflict({ message, body }: CartConflict, items: readonly CartItem[]) {
  const notServed = readNotServed(items, body);
  if (notServed.length === 0) return { ...simpleProblem(message), cartChanged: true };
  const words = m.checkout.mealTimes;
  return simpleProblem(words.blocked, ...notServed.map((name) => words.refused({ name })));
}

/** Says the largest size in words of a customer. */
function tooLarge({ body, message }: ApiError): string {
  const { units, maxUnits } = (body ?? {}) as { units?: unknown; maxUnits?: unknown };
  if (typeof units !== "number" || typeof maxUnits !== "number") return message;
  return m.pickup.tooLarge({ units, maxUnits });
}

function offersOf({ body }: ApiError): readonly OfferedSlot[] {
  const { slots } = (body ?? {}) as { slots?: unknown };
  return Array.isArray(slots) ? (slots as OfferedSlot[]) : [];
}

function withFields(error: ApiError): CheckoutProblem {
  const problem = simpleProblem(error.message);
  for (const [path, sentence] of Object.entries(error.fields)) {
    const field = fieldOfPath(path);
    if (field) problem.fields[field] = sentence;
    else if (sentence !== problem.sentence) problem.details.push(sentence);
  }
  const isAnyPlaced = Object.keys(problem.fields).length > 0;
  return { ...problem, isSaidAtFields: isAnyPlaced && problem.details.length === 0 };
}

interface ProblemNoticeProps {
  sentence: string;
  details?: string[];
  cartChanged?: boolean;
  /** What can be done about it. */
  children?: ReactNode;
}

/** What went wrong and what to do next, announced at once. */
export function ProblemNotice(props: ProblemNoticeProps) {
  const { sentence, details = [], cartChanged = false, children } = props;
  const others = details.filter((detail) => detail !== sentence);
  return (
    <Stack
      gap={3}
      padding={4}
      surface="danger"
      radius="control"
      tone="plain"
      role="alert"
      className={styles.problem}
    >
      <AlertIcon />
      <div>
        <p>{sentence}</p>
        {others.length > 0 ? (
          <ul className={styles.problemDetails}>
            {others.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        ) : null}
        {cartChanged ? <p>{m.checkout.failures.reviewOrder}</p> : null}
        {children}
      </div>
    </Stack>
  );
}

import { useState } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import type { useIdempotencyKey } from "@/domain/api/use-idempotency-key";
import { centsToDollars, dollarsToCents, formatCents, parseDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type RefundInput, useRefund } from "@/staff/orders/detail/detail-api";
import { showToast } from "@/ui/feedback/toast";
import { type Quantities, shareCents } from "./refund-limits";

export type RefundForm = ReturnType<typeof useRefundForm>;
type KeyFor = ReturnType<typeof useIdempotencyKey>;

interface Errors {
  amount?: string;
  quantities?: string;
  reason?: string;
}

/** The drawer's fields, what they come to, and the question before the money goes. */
export function useRefundForm(order: StaffOrder, keyFor: KeyFor, onDone: () => void) {
  const [way, setWay] = useState<"amount" | "quantities">("amount");
  const [amount, setAmount] = useState("");
  const [quantities, setQuantities] = useState<Quantities>({});
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState("");
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending: isSending } = useRefund(order._id);
  const cents = way === "amount" ? (parseDollars(amount) ?? 0) : shareCents(order, quantities);

  function ask() {
    const wrong = check(order, way, quantities, cents, reason);
    setErrors(wrong);
    setProblem("");
    setAsking(Object.keys(wrong).length === 0);
  }

  async function send() {
    const what =
      way === "amount" ? { amount: centsToDollars(cents) } : { items: chosen(quantities) };
    const refund: RefundInput = { ...what, reason: reason.trim() };
    const key = keyFor(JSON.stringify(refund));
    try {
      await mutateAsync({ refund, key: key.value });
      key.release();
      showToast({
        type: "success",
        message: m.staff.ordersDetail.willBeGivenBack({ cents: formatCents(cents) }),
      });
      onDone();
    } catch (error) {
      key.releaseAfter(error);
      setProblem(m.staff.ordersDetail.failedToGiveMoneyBack({ errorMessage: errorMessage(error) }));
    } finally {
      setAsking(false);
    }
  }

  return {
    ...{ way, setWay, amount, setAmount, quantities, setQuantities, reason, setReason },
    ...{ errors, problem, cents, isAsking, setAsking, isSending, ask, send },
  };
}

function check(
  order: StaffOrder,
  way: "amount" | "quantities",
  quantities: Quantities,
  cents: number,
  reason: string,
): Errors {
  const errors: Errors = {};
  const left = dollarsToCents(order.refundable);
  const place = way === "amount" ? "amount" : "quantities";
  if (cents <= 0) {
    errors[place] =
      way === "amount" ? m.staff.ordersDetail.enterAmountSuchAs4 : itemsProblem(order, quantities);
  } else if (cents > left) {
    errors[place] = m.staff.ordersDetail.onlyCanStillBeGiven({ left: formatCents(left) });
  }
  if (!reason.trim()) errors.reason = m.staff.ordersDetail.sayWhyMoneyGoesBack;
  return errors;
}

/** Why the chosen pieces come to nothing: none is chosen, they are free, or the discount has paid for them. */
function itemsProblem({ discount }: StaffOrder, quantities: Quantities): string {
  if (chosen(quantities).length === 0) return m.staff.ordersDetail.chooseAtLeastOneItem;
  return discount === 0
    ? m.staff.ordersDetail.nothingPaidForItems
    : m.staff.ordersDetail.nothingPaidAfterDiscount;
}

function chosen(quantities: Quantities) {
  return Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([index, quantity]) => ({ index: Number(index), quantity }));
}

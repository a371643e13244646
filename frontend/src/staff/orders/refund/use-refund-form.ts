import { useState } from "react";
import type { StaffOrder } from "@/api/admin-types";
import { sentenceOf } from "@/api/errors";
import { showToast } from "@/components/ui/toast";
import { centsToDollars, dollarsToCents, formatCents, parseDollars } from "@/lib/money";
import type { useIdempotencyKey } from "@/lib/use-idempotency-key";
import { type RefundInput, useRefund } from "./detail-api";
import { type Pieces, shareCents } from "./refund-share";

export type RefundForm = ReturnType<typeof useRefundForm>;
type KeyFor = ReturnType<typeof useIdempotencyKey>;

interface Errors {
  amount?: string;
  pieces?: string;
  reason?: string;
}

/** The drawer's fields, what they come to, and the question before the money goes. */
export function useRefundForm(order: StaffOrder, keyFor: KeyFor, onDone: () => void) {
  const [way, setWay] = useState<"amount" | "pieces">("amount");
  const [amount, setAmount] = useState("");
  const [pieces, setPieces] = useState<Pieces>({});
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState("");
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending: isSending } = useRefund(order._id);
  const cents = way === "amount" ? (parseDollars(amount) ?? 0) : shareCents(order, pieces);

  function ask() {
    const wrong = check(order, way, cents, reason);
    setErrors(wrong);
    setProblem("");
    setAsking(Object.keys(wrong).length === 0);
  }

  async function send() {
    const what = way === "amount" ? { amount: centsToDollars(cents) } : { items: chosen(pieces) };
    const refund: RefundInput = { ...what, reason: reason.trim() };
    const key = keyFor(JSON.stringify(refund));
    try {
      await mutateAsync({ refund, key: key.value });
      key.settle();
      showToast({ type: "success", message: `${formatCents(cents)} will be given back` });
      onDone();
    } catch (error) {
      key.settleAfter(error);
      setProblem(`Failed to give money back: ${sentenceOf(error)}`);
    } finally {
      setAsking(false);
    }
  }

  return {
    ...{ way, setWay, amount, setAmount, pieces, setPieces, reason, setReason },
    ...{ errors, problem, cents, isAsking, setAsking, isSending, ask, send },
  };
}

function check(order: StaffOrder, way: "amount" | "pieces", cents: number, reason: string): Errors {
  const errors: Errors = {};
  const left = dollarsToCents(order.refundable);
  const place = way === "amount" ? "amount" : "pieces";
  if (cents <= 0) {
    errors[place] =
      way === "amount" ? "Enter an amount such as 4.50." : "Choose at least one item.";
  } else if (cents > left) {
    errors[place] = `Only ${formatCents(left)} can still be given back.`;
  }
  if (!reason.trim()) errors.reason = "Say why the money goes back.";
  return errors;
}

function chosen(pieces: Pieces) {
  return Object.entries(pieces)
    .filter(([, quantity]) => quantity > 0)
    .map(([index, quantity]) => ({ index: Number(index), quantity }));
}

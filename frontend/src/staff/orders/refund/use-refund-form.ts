import { useState } from "react";
import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { centsToDollars, formatCents, parseDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { RefundInput, useRefund } from "@/staff/orders/detail/detail-api";
import { showToast } from "@/ui/feedback/toast";
import {
  checkRefund,
  chosenItems,
  type Quantities,
  type RefundErrors,
  shareCents,
} from "./refund-limits";

export type RefundForm = ReturnType<typeof useRefundForm>;

/** The drawer's fields, what they come to, and the question before the money goes. */
export function useRefundForm(
  order: StaffOrder,
  { mutateAsync, isPending: isSending }: ReturnType<typeof useRefund>,
  onDone: () => void,
) {
  const [way, setWay] = useState<"amount" | "quantities">("amount");
  const [amount, setAmount] = useState("");
  const [quantities, setQuantities] = useState<Quantities>({});
  const [reason, setReason] = useState("");
  const [isBackInStock, setBackInStock] = useState(false);
  const [found, setFound] = useState<RefundErrors>({});
  const [problem, setProblem] = useState("");
  const [isAsking, setAsking] = useState(false);
  const cents = way === "amount" ? (parseDollars(amount) ?? 0) : shareCents(order, quantities);

  const wrong = checkRefund(order, way, quantities, cents, reason);
  const errors = stillWrong(found, wrong);
  // Food that the kitchen has started is gone, and only a stop has stock.
  const asksForStock = isNotStarted(order.status) && Boolean(order.stopId);

  function ask() {
    setFound(wrong);
    setProblem("");
    setAsking(Object.keys(wrong).length === 0);
  }

  async function send() {
    const what =
      way === "amount"
        ? { amount: centsToDollars(cents) }
        : {
            items: chosenItems(quantities),
            ...(asksForStock && isBackInStock ? { backInStock: true } : {}),
          };
    const refund: RefundInput = { ...what, reason: reason.trim() };
    try {
      await mutateAsync(refund);
      showToast({
        type: "success",
        message: m.order.refund.done({ amount: formatCents(cents) }),
      });
      onDone();
    } catch (error) {
      setProblem(m.order.refund.failed({ errorMessage: errorMessage(error) }));
    } finally {
      setAsking(false);
    }
  }

  return {
    ...{ way, setWay, amount, setAmount, quantities, setQuantities, reason, setReason },
    ...{ asksForStock, isBackInStock, setBackInStock },
    ...{ errors, problem, cents, isAsking, setAsking, isSending, ask, send },
  };
}

/** The problems that were found and are there still: one that is corrected goes while typing, none comes. */
function stillWrong(found: RefundErrors, now: RefundErrors): RefundErrors {
  const names = Object.keys(found) as (keyof RefundErrors)[];
  return Object.fromEntries(names.filter((name) => now[name]).map((name) => [name, now[name]]));
}

function isNotStarted(status: OrderStatus): boolean {
  return status === "pending" || status === "confirmed";
}

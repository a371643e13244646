import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { StaffOrder } from "@/domain/api/staff-types";
import type { Reader } from "@/staff/devices/api";
import { orderQuery } from "@/staff/orders/detail/api";
import {
  type CounterPayment,
  isFinal,
  isHeld,
  isPaid,
  overWords,
  preferredReader,
  useOpenPayments,
  usePayment,
} from "@/staff/orders/reader/counter-payments-api";
import { showToast } from "@/ui/feedback/toast";
import { type CounterDraft, changeCounterDraft } from "./counter-draft";

interface DraftPaymentEnds {
  /** The order is there, and this is how it was paid. */
  onPaid: (order: StaffOrder, tender: "cash" | "reader") => void;
  /** It was cancelled or took too long: the draft can be paid in another way. One that is held stays on the screen. */
  onOver: () => void;
}

/** The payment on a reader that collects the order on this device, found again after a reload and in every tab. */
export function useDraftPayment(
  truckId: string,
  { draftId, paymentId, paymentsOver }: CounterDraft,
  ends: DraftPaymentEnds,
) {
  const open = useOpenPayments(truckId);
  const begun = open.find((one) => draftId !== "" && one.draftId === draftId)?._id ?? null;
  const { payment, isLoading } = usePayment(truckId, paymentId ?? begun);
  const orderId = payment?.orderId ?? "";
  const { data: order = null } = useQuery({ ...orderQuery(orderId), enabled: orderId !== "" });
  useEffect(() => {
    // Its answer was lost, or it was begun before this page was loaded.
    if (begun && !paymentId) changeCounterDraft(truckId, { paymentId: begun, takenAt: null });
  }, [truckId, begun, paymentId]);
  const end = useEffectEvent((ended: CounterPayment) => {
    if (isPaid(ended)) {
      if (order) ends.onPaid(order, ended.state === "cash" ? "cash" : "reader");
      return;
    }
    if (isHeld(ended)) return;
    changeCounterDraft(truckId, { paymentId: null, paymentsOver: paymentsOver + 1 });
    showToast({ type: "info", message: overWords(ended) });
    ends.onOver();
  });
  const isOver = payment !== null && isFinal(payment);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a payment is over once, and its order comes after it.
  useEffect(() => {
    if (isOver) end(payment);
  }, [isOver, payment?._id, order?._id]);
  const isGone = payment !== null && isOver && !isPaid(payment) && !isHeld(payment);
  return { payment: isGone ? null : payment, isLoading };
}

/** The question of how much was given in cash, or on which reader: not asked, open, or left for the order again. */
export function useStep() {
  const [step, setStep] = useState<"before" | "open" | "left">("before");
  return {
    step,
    ask: () => setStep("open"),
    leave: () => setStep((before) => (before === "open" ? "left" : before)),
    forget: () => setStep("before"),
  };
}

/** The reader that this device used last, until another is chosen. */
export function useReaderStep(readers: readonly Reader[]) {
  const [chosen, choose] = useState<string | null>(null);
  const reader = readers.find(({ _id }) => _id === chosen) ?? preferredReader(readers);
  return { ...useStep(), reader, choose };
}

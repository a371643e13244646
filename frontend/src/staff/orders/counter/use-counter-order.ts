import { useState } from "react";
import type { StaffOrder, StaffTruck } from "@/domain/api/admin-types";
import { ApiError, errorMessage, isOutcomeKnown } from "@/domain/api/errors";
import { useIdempotencyKey } from "@/domain/api/use-idempotency-key";
import type { CartItem } from "@/domain/cart/cart-item";
import { addLine, type NewLine, setQuantity, totalsOf } from "@/domain/cart/cart-rules";
import {
  atMenuPrices,
  type CounterRequest,
  type Details,
  type MenuById,
  problemMessage,
  requestOf,
} from "@/domain/cart/counter-order";
import { NOTHING_CHOSEN, type TipWish, tipCents } from "@/domain/cart/tip";
import { messages as m } from "@/messages";
import { lineProblems, overCapacityOf, useTakeCounterOrder } from "./api";
import { useFullSlot } from "./use-full-slot";

const EMPTY: Details = { name: "", phone: "", note: "", payment: "cash" };

type SlotWish = Pick<CounterRequest, "slotAt" | "confirmOverCapacity">;

interface Refusal {
  message: string;
  fields: Readonly<Record<string, string>>;
  byLine: ReadonlyMap<string, string>;
}

export type CounterOrder = ReturnType<typeof useCounterOrder>;

/** An order as it grows at the window, until the server has taken it. */
export function useCounterOrder(truck: StaffTruck, menu: MenuById) {
  const [lines, setLines] = useState<CartItem[]>([]);
  const [details, setDetails] = useState(EMPTY);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [slotAt, setSlotAt] = useState<string | null>(null);
  const [tipWish, setTipWish] = useState(NOTHING_CHOSEN);
  const [showsTipError, setShowsTipError] = useState(false);
  const fullSlot = useFullSlot();
  const [taken, setTaken] = useState<StaffOrder | null>(null);
  const { mutateAsync, isPending } = useTakeCounterOrder(truck._id);
  const keyFor = useIdempotencyKey();
  const linesNow = lines.map((line) => atMenuPrices(line, menu));
  const prices = totalsOf(linesNow, truck.taxRate);
  const tip = tipCents(tipWish, truck.tipPresets, prices.subtotalCents);
  const totals = { ...prices, tipCents: tip ?? 0, totalCents: prices.totalCents + (tip ?? 0) };
  const problems = new Map(
    lines.flatMap((line) => {
      const problem = problemMessage(line, menu) ?? refusal?.byLine.get(line.id);
      return problem ? [[line.id, problem] as const] : [];
    }),
  );

  /** What the server said was about the order as it stood. */
  function edit(change: (lines: CartItem[]) => CartItem[]) {
    setRefusal(null);
    setLines(change);
  }

  function wishTip(wish: TipWish) {
    setRefusal(null);
    setShowsTipError(false);
    setTipWish(wish);
  }

  /** `wish` is what staff answered to a full slot: take it anyway, or another slot. */
  async function submit(wish: SlotWish = {}) {
    if (lines.length === 0 || isPending) return;
    if (lines.some((line) => problemMessage(line, menu))) {
      setRefusal({ ...NO_DETAILS, message: m.staff.ordersCounter.pleaseChangeOrRemoveWhat });
      return;
    }
    if (tip === null) return setShowsTipError(true);
    // One that has begun meanwhile is the running one, or over.
    const slot = slotAt !== null && Date.parse(slotAt) > Date.now() ? { slotAt } : {};
    const order = requestOf(truck._id, lines, details, totals.totalCents, totals.tipCents);
    const request = { ...order, ...slot, ...wish };
    const key = keyFor(JSON.stringify(request));
    setRefusal(null);
    // From here on the customer has been told these prices.
    setLines(linesNow);
    try {
      setTaken(await mutateAsync({ request, key: key.value }));
      key.release();
      fullSlot.close();
    } catch (error) {
      key.releaseAfter(error);
      const full = overCapacityOf(error);
      if (full) {
        fullSlot.ask(full);
        return;
      }
      fullSlot.close();
      setRefusal(refusalOf(error, lines));
    }
  }

  return {
    lines,
    details,
    totals,
    problems,
    refusal,
    tip: { wish: tipWish, showsError: showsTipError && tip === null, onWish: wishTip },
    taken,
    isSending: isPending,
    slotAt,
    setSlotAt,
    fullSlot,
    add: (line: NewLine) => edit((before) => addLine(before, line, Date.now())),
    setQuantity: (id: string, quantity: number) =>
      edit((before) => setQuantity(before, id, quantity)),
    setDetails: (change: Partial<Details>) => setDetails((before) => ({ ...before, ...change })),
    submit,
    startNext: () => {
      setLines([]);
      setDetails(EMPTY);
      setRefusal(null);
      setSlotAt(null);
      setTipWish(NOTHING_CHOSEN);
      setTaken(null);
    },
  };
}

const NO_DETAILS = { fields: {}, byLine: new Map<string, string>() };

function refusalOf(error: unknown, lines: readonly CartItem[]): Refusal {
  const sentence = errorMessage(error);
  const byLine = new Map(
    [...lineProblems(error)].map(([place, message]) => [lines[place]?.id ?? "", message]),
  );
  return {
    message: isOutcomeKnown(error)
      ? sentence
      : `${sentence} ${m.staff.ordersCounter.tryAgainOrderThatHas}`,
    fields: error instanceof ApiError ? error.fields : {},
    byLine,
  };
}

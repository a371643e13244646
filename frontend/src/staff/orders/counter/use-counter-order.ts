import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isOutcomeKnown } from "@/domain/api/errors";
import type { StaffTruck } from "@/domain/api/staff-types";
import type { CartItem, NewLine } from "@/domain/cart/cart-item";
import { addLine, setQuantity } from "@/domain/cart/cart-lines";
import { type TipWish, tipCents } from "@/domain/cart/tip";
import { canKeepOrders, type UnsentTender } from "@/domain/offline/unsent-orders";
import { orderOfConflict } from "@/domain/orders/order-cache";
import { deviceId } from "@/domain/values/random-ids-and-device-id";
import { messages as m } from "@/messages";
import { rememberReader, useTakeCard } from "@/staff/orders/reader/counter-payments-api";
import {
  type CounterFacts,
  type CounterRequest,
  type Details,
  type OverCapacity,
  overCapacityOf,
  readWhatChanged,
  requestOf,
  serverCartOf,
  type Tender,
  useSlots,
  useTakeCounterOrder,
} from "./api";
import {
  type CounterDraft,
  type CounterOffer,
  changeCounterDraft,
  clearCounterDraft,
  isUnfinished,
  readCounterDraft,
  useCounterDraft,
} from "./counter-draft";
import {
  atMenuPrices,
  atServerPrices,
  type MenuById,
  problemMessage,
  type ServerCart,
  totalsOfQuote,
  useTaxBefore,
} from "./counter-price-and-tax-changes";
import { useDraftPayment, useReaderStep, useStep } from "./follow-draft-payment-and-steps";
import { useCounterOffer, withDiscount } from "./offer-code";
import {
  canTakeHere,
  isOffline,
  leaveChange,
  NO_DETAILS,
  type Refusal,
  refusalOf,
  TAKE_MS,
  type Taken,
  takeHere,
  takenOf,
} from "./order-taken-refused-or-kept-offline";

type SlotWish = Pick<CounterRequest, "slotAt" | "confirmOverCapacity">;

export type CounterOrder = ReturnType<typeof useCounterOrder>;

/** An order as it grows at the window, until the server has taken it. */
export function useCounterOrder(truck: StaffTruck, menu: MenuById, facts: CounterFacts) {
  const draft = useCounterDraft(truck._id);
  const { lines, details, stopId, slotAt, tip: tipWish } = draft;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [quote, setQuote] = useState<ServerCart | null>(null);
  const [showsTipError, setShowsTipError] = useState(false);
  const fullSlot = useFullSlot();
  const cash = useStep();
  const card = useReaderStep(facts.readers);
  const [given, setGiven] = useState<number | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const client = useQueryClient();
  const { mutateAsync: takeOrder, isPending: isTaking } = useTakeCounterOrder(truck._id);
  const { mutateAsync: takeCard, isPending: isAsking } = useTakeCard(truck._id);
  const [isKeeping, setKeeping] = useState(false);
  const isPending = isTaking || isAsking || isKeeping;
  const { payment, isLoading } = useDraftPayment(truck._id, draft, {
    onPaid: (order, payment) => finish({ order, payment, given, isEarlier: false }),
    onOver: () => {
      forgetAnswer();
      setGiven(null);
      card.leave();
    },
  });
  const stop = facts.stops.find(({ _id }) => _id === stopId) ?? facts.stops[0] ?? null;
  const slots = useSlots(truck, stop);
  const slot = slots.loads?.slots.slice(1).find(({ at }) => at === slotAt) ?? null;
  const linesNow = quote
    ? atServerPrices(lines, quote)
    : lines.map((line) => atMenuPrices(line, menu));
  const own = withDiscount(linesNow, draft.offer, stop ?? facts);
  // The server's sums stand in until rates and offer are read again, which say the tax of each rate.
  const isTaxKnown = !quote || isQuoted(own, quote);
  const prices = isTaxKnown ? own : { ...own, ...totalsOfQuote(quote), taxes: [] };
  const { taxBefore, acceptTax } = useTaxBefore(
    stop?._id ?? null,
    stop ?? facts,
    lines.length === 0,
  );
  const tipPresets = facts.takesTips ? facts.tipPresets : null;
  const tip = tipCents(tipWish, tipPresets, prices.subtotalCents);
  const totals = { ...prices, tipCents: tip ?? 0, totalCents: prices.totalCents + (tip ?? 0) };
  const taxChange: Refusal | null = taxBefore && {
    ...NO_DETAILS,
    message: m.counter.stop.taxChanged,
    toldCents: withDiscount(linesNow, draft.offer, taxBefore).totalCents + totals.tipCents,
  };
  const problems = new Map(
    lines.flatMap((line) => {
      const problem = problemMessage(line, menu) ?? refusal?.byLine.get(line.id);
      return problem ? [[line.id, problem] as const] : [];
    }),
  );

  // An order that cannot be paid as it stands says so beside its lines, which the question about the cash covers.
  const isSellable = lines.length > 0 && !lines.some((line) => problemMessage(line, menu));
  // The order may have arrived: under another tender it would be another request, and taken twice.
  // One of this device that is changed is kept here again, and compared once it is sent.
  const mayHaveArrived = draft.takenAt !== null && !draft.changes;
  const sentTender = mayHaveArrived && !isPending ? details.payment : null;
  const takesCash = isSellable && (sentTender ?? "cash") === "cash";
  if (cash.step === "open" && !takesCash && !isPending) cash.leave();
  const takesCard = isSellable && (sentTender ?? "reader") === "reader";
  if (card.step === "open" && !takesCard && !isPending) card.leave();
  // Another total than the one that is asked for.
  if (taxBefore && !isPending) {
    if (cash.step === "open") cash.leave();
    if (card.step === "open") card.leave();
  }

  /** What the server said was about the order as it stood. */
  function forgetAnswer() {
    setRefusal(null);
    setQuote(null);
  }

  function changeDraft(change: Parameters<typeof changeCounterDraft>[1]) {
    // What is sent stays as it is. A browser without `inert` gets here too.
    if (!isPending) changeCounterDraft(truck._id, change);
  }

  function edit(change: (lines: CartItem[]) => CartItem[]) {
    if (isPending) return;
    forgetAnswer();
    acceptTax();
    // Not as `leave`, which takes the focus: a person may be typing.
    cash.forget();
    card.forget();
    setGiven(null);
    changeDraft({ lines: change(readCounterDraft(truck._id).lines) });
  }

  function startNext() {
    void leaveChange(readCounterDraft(truck._id));
    clearCounterDraft(truck._id);
    forgetAnswer();
    setShowsTipError(false);
    cash.forget();
    card.forget();
    setGiven(null);
    setTaken(null);
  }

  function finish(done: Taken) {
    setTaken(done);
    clearCounterDraft(truck._id);
    fullSlot.close();
  }

  function wishTip(wish: TipWish) {
    setRefusal(null);
    setShowsTipError(false);
    changeDraft({ tip: wish });
  }

  const keepOffer = (kept: CounterOffer | null) => changeDraft({ offer: kept });
  const offer = useCounterOffer(
    truck._id,
    draft.offer,
    prices.subtotalCents,
    keepOffer,
    forgetAnswer,
  );

  /** Says what has to be changed before the order can be paid. */
  function canBePaid(): boolean {
    if (lines.length === 0) return false;
    const needsPhone = draft.offer?.oncePerPhone && details.phone.trim() === "";
    const problem = isSellable ? offer.problemNow : m.counter.unsellable;
    if (problem || needsPhone) {
      const message = problem ?? m.counter.offer.phoneNeeded;
      const refused = { ...NO_DETAILS, message, toldCents: totals.totalCents };
      setRefusal(needsPhone ? { ...refused, fields: { customerPhone: message } } : refused);
      return false;
    }
    if (tip === null) setShowsTipError(true);
    return tip !== null;
  }

  /**
   * Takes the order as paid by this tender, or asks the chosen reader for the card. `given` is what the customer handed over, in cents, for cash only: it is
   * shown and not sent. `wish` is what staff answered to a full slot: take it anyway, or another slot.
   */
  async function pay(payment: Tender, given: number | null = null, wish: SlotWish = {}) {
    if (isPending) return;
    if (!canBePaid()) {
      cash.leave();
      card.leave();
      fullSlot.close();
      return;
    }
    acceptTax();
    setGiven(given);
    if (payment === "reader" && (isOffline() || draft.changes))
      return refuse(m.unsent.readerNeedsNetwork);
    const paidDetails = { ...details, payment };
    const order = requestOf(truck._id, linesNow, paidDetails, totals.totalCents, totals.tipCents);
    const at = stop ? { stopId: stop._id, stopVersion: stop.version } : {};
    setRefusal(null);
    const sentAt = new Date().toISOString();
    const takenAt = readCounterDraft(truck._id).takenAt ?? sentAt;
    // From here on the customer has been told these prices.
    changeDraft({ lines: linesNow, details: paidDetails, takenAt });
    const asSent = readCounterDraft(truck._id);
    const { draftId, paymentsOver } = asSent;
    const isKept = canTakeHere(facts);
    // What was changed keeps the number that the customer was told.
    if (draft.changes && payment !== "reader") return keepHere(payment, given, asSent);
    const request = {
      ...order,
      ...at,
      ...(slot ? { slotAt: slot.at } : {}),
      ...(draft.offer ? { offerCode: draft.offer.code } : {}),
      ...wish,
      ...{ draftId, deviceId: deviceId(), takenAt, sentAt },
    };
    try {
      if (payment === "reader") {
        const asked = { ...request, payment: null, readerId: card.reader?._id ?? null };
        const begun = await takeCard({ request: asked, key: `${draftId}.${paymentsOver}` });
        rememberReader(begun.readerId);
        changeDraft({ paymentId: begun._id, takenAt: null });
        fullSlot.close();
        return;
      }
      const order = await takeOrder({ request, key: draftId, limitMs: isKept ? TAKE_MS : null });
      finish(takenOf(order, payment, given, totals.totalCents));
    } catch (error) {
      cash.leave();
      card.leave();
      const placed = payment === "reader" ? orderOfConflict(error) : null;
      if (placed) return finish(takenOf(placed, payment, null, totals.totalCents));
      if (payment === "reader") readWhatChanged(client, truck._id, error);
      else if (!isOutcomeKnown(error)) {
        if (isKept) return keepHere(payment, given, asSent);
        if (canKeepOrders()) return refuse(m.unsent.noLetter);
      }
      if (isOutcomeKnown(error)) changeDraft({ takenAt: null });
      const full = overCapacityOf(error);
      if (full) {
        fullSlot.ask(full);
        return;
      }
      fullSlot.close();
      // Its terms may be what has changed.
      if (serverCartOf(error)) void offer.refresh();
      setQuote(serverCartOf(error));
      setRefusal(refusalOf(error, lines, totals.totalCents, stop));
    }
  }

  function refuse(message: string) {
    cash.leave();
    card.leave();
    // Without the server only the tax that this device knows can be told by rate: the next press is at that.
    if (!isTaxKnown) setQuote(null);
    setRefusal({ ...NO_DETAILS, message, toldCents: totals.totalCents });
  }

  /** Without an answer the order is taken on this device, as it was sent: another tab may have cleared it meanwhile. */
  async function keepHere(payment: UnsentTender, given: number | null, asSent: CounterDraft) {
    setKeeping(true);
    const sale = { truck, facts, stop, slotAt: slot?.at ?? null, payment, totals, draft: asSent };
    const order = await takeHere(sale);
    setKeeping(false);
    if (typeof order === "string") refuse(order);
    else finish({ order, payment, given, isEarlier: false });
  }

  return {
    draftId: draft.draftId,
    ...wordsOf(draft),
    lines,
    linesNow,
    details,
    stop,
    stops: facts.stops,
    slots,
    totals,
    problems,
    refusal: refusal ?? taxChange,
    tipPresets,
    offer,
    tip: { wish: tipWish, showsError: showsTipError && tip === null, onWish: wishTip },
    taken,
    isSending: isPending,
    sentTender,
    slotAt: slot?.at ?? null,
    isUnfinished: isUnfinished(draft),
    setSlotAt: (at: string | null) => changeDraft({ slotAt: at }),
    setStopId: (id: string) => {
      forgetAnswer();
      changeDraft({ stopId: id, slotAt: null });
    },
    fullSlot,
    add: (line: NewLine) => edit((before) => addLine(before, line, Date.now())),
    setQuantity: (id: string, quantity: number) =>
      edit((before) => setQuantity(before, id, quantity)),
    setDetails: (change: Partial<Details>) =>
      changeDraft({ details: { ...readCounterDraft(truck._id).details, ...change } }),
    /** The payment on a reader that is under way, or null; until it is known, nothing can be pressed. */
    payment,
    isFindingPayment: isLoading,
    setGiven,
    readers: facts.readers,
    card,
    askCard: () => {
      acceptTax();
      if (sentTender === "card" || facts.readers.length === 0) void pay("card");
      else if (!isPending && canBePaid()) card.ask();
    },
    cashStep: cash.step,
    askCash: () => {
      acceptTax();
      if (!isPending && canBePaid()) cash.ask();
    },
    leaveCash: cash.leave,
    pay,
    payAt: (wish: SlotWish) => pay(details.payment, given, wish),
    startNext,
  };
}

/** What it is, and what *Clear* takes away: of an order on this device the change alone. */
function wordsOf({ changes: number }: CounterDraft) {
  return number
    ? { title: m.unsent.changing({ number }), clearHint: m.unsent.changeCleared({ number }) }
    : { title: m.counter.panel.title, clearHint: m.counter.clear.hint };
}

type Sums = ReturnType<typeof totalsOfQuote>;

/** Whether this screen's sums are the server's. */
function isQuoted(own: Sums, quote: ServerCart): boolean {
  const told = totalsOfQuote(quote);
  return (Object.keys(told) as (keyof Sums)[]).every((name) => own[name] === told[name]);
}

/** The question about an order that does not fit into its slot. Its words stay while its dialog closes. */
function useFullSlot() {
  const [asked, setAsked] = useState<{ slot: OverCapacity; open: boolean } | null>(null);
  return {
    slot: asked?.slot ?? null,
    isAsked: asked?.open === true,
    ask: (slot: OverCapacity) => setAsked({ slot, open: true }),
    close: () => setAsked((before) => before && { ...before, open: false }),
  };
}

import { answer, api } from "@/domain/api/client";
import { ApiError, isOutcomeKnown } from "@/domain/api/errors";
import type { OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { withTimeLimit } from "@/domain/api/transport/time-limit";
import { orderOfConflict } from "@/domain/orders/order-cache";
import { serverNow } from "@/domain/time/server-clock";
import { serviceDayInZone } from "@/domain/time/wall-clock";
import { deviceId } from "@/domain/values/random-ids-and-device-id";
import { openDevice } from "./device-storage";
import { readAll, readOne, write } from "./sealed-orders";
import {
  FORMAT,
  HELD_MS,
  type LateSale,
  mayHaveUnsent,
  type UnsentOrder,
  useUnsentStore,
} from "./unsent-orders";

/**
 * The device's outbox: keeps orders that the server does not have yet, and sends each once. Its pages are told by
 * `useUnsentStore`, those of other tabs by a channel.
 */

/** A dead line must not look like a slow server. */
const ANSWER_MS = 15_000;
/** How long it is remembered what a draft has become. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;
const WRITING = "chuckwagon.outbox.writing";
const SENDING = "chuckwagon.outbox.sending";

const channel =
  typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("chuckwagon.outbox");
// Where it cannot be read, there is nothing else to show.
channel?.addEventListener("message", () => void refresh().catch(() => undefined));

let mayShow: (truckId: string) => boolean = () => false;

/** Of which trucks the signed-in user may see orders; of none without a user. */
export async function showOrdersOf(maySee: (truckId: string) => boolean): Promise<void> {
  mayShow = maySee;
  await refresh();
}

/** Reads what is kept again, and shows it. */
async function refresh(): Promise<void> {
  const { orders, unreadable } = await readAll();
  useUnsentStore.setState({
    orders: orders.filter(({ truck }) => mayShow(truck._id)),
    unreadable: unreadable.filter(({ truckId }) => mayShow(truckId)),
  });
  if (orders.length > 0) askToPersist();
}

async function changed(): Promise<void> {
  channel?.postMessage("changed");
  await refresh();
}

/** What an order has become while it was changed, so that its change would reach no one. */
export class GoneMeanwhile extends Error {
  constructor(readonly end: "sent" | "given-up") {
    super(end);
  }
}

/**
 * Keeps an order under the next number of its truck's service day, or a change of one that is here. Throws where the
 * browser has no room for it, and GoneMeanwhile.
 */
export async function keepOrder(
  order: Omit<UnsentOrder, "number">,
  letter: string,
  isChange = false,
): Promise<UnsentOrder> {
  const kept = await withLock(WRITING, async () => {
    if (await sentAs(order.draftId)) throw new GoneMeanwhile("sent");
    const known = await readOne(order.draftId);
    const isVoided = known !== null && known.voidReason !== null;
    if (isVoided || (isChange && !known)) throw new GoneMeanwhile("given-up");
    const number = known?.number ?? `${letter}-${await nextNumber(order.truck)}`;
    const kept = { ...order, ...(known ? whatStays(known, order) : {}), number };
    await write(kept);
    return kept;
  });
  mayHaveUnsent.write("kept");
  // It is kept now, whatever its showing comes to.
  await changed().catch(() => undefined);
  return kept;
}

/** Of an order that was changed at the counter. Its ticket says something else where its food is another. */
function whatStays(known: UnsentOrder, { sale }: Pick<UnsentOrder, "sale">) {
  const { takenAt, aheadMs, status } = known;
  const ticketPrinted = known.ticketPrinted && foodOf(known.sale) === foodOf(sale);
  return { takenAt, aheadMs, status, ticketPrinted };
}

function foodOf({ lines, specialInstructions }: LateSale): string {
  return JSON.stringify([lines, specialInstructions]);
}

/** Changes one that is still here; null where it is not any more. */
export async function changeOrder(
  draftId: string,
  change: (order: UnsentOrder) => Partial<UnsentOrder>,
): Promise<UnsentOrder | null> {
  const order = await withLock(WRITING, async () => {
    const before = await readOne(draftId);
    if (!before) return null;
    const after = { ...before, ...change(before) };
    await write(after);
    return after;
  });
  await changed();
  return order;
}

export async function dropOrder(draftId: string): Promise<void> {
  await (await openDevice()).delete("orders", draftId);
  await changed();
}

/** How many there are, by the name of the truck: all that a signed-out person may know. */
export async function countByTruck(isWanted = (_truckId: string) => true) {
  const counts = new Map<string, number>();
  for (const { truckId, truckName } of await (await openDevice()).getAll("orders"))
    if (isWanted(truckId)) counts.set(truckName, (counts.get(truckName) ?? 0) + 1);
  return counts;
}

/** The id that the server gave to what was sent; null for any other draft. */
export async function sentAs(draftId: string): Promise<string | null> {
  return (await (await openDevice()).get("sent", draftId))?.orderId ?? null;
}

/** Counts on within the day, also while the clock of the device was set back to an earlier one. */
async function nextNumber({ _id: truckId, timezone }: UnsentOrder["truck"]): Promise<number> {
  const today = serviceDayInZone(new Date(serverNow()), timezone);
  const { store, done } = (await openDevice()).transaction("numbers", "readwrite");
  const before = await store.get(truckId);
  const isSameDay = before !== undefined && before.day >= today;
  const last = isSameDay ? before.last + 1 : 1;
  await store.put({ truckId, day: isSameDay ? before.day : today, last });
  await done;
  return last;
}

let isAskedToPersist = false;

/** Not waited for: some browsers ask the user, who may never answer. */
function askToPersist(): void {
  if (isAskedToPersist || useUnsentStore.getState().isPersistent !== null) return;
  isAskedToPersist = true;
  const ask = async () => {
    const storage = navigator.storage;
    return (await storage?.persisted?.()) || (await storage?.persist?.()) || false;
  };
  ask()
    .catch(() => false)
    .then((isPersistent) => useUnsentStore.setState({ isPersistent }))
    .finally(() => {
      isAskedToPersist = false;
    });
}

/** How a round of sending ended. `fault`: the server failed at an order of it, or this device had no room for its end. `retryAfterMs`: the server asked to wait. */
export interface Round {
  end: "done" | "fault" | "unreachable" | "sign-in" | "wait";
  retryAfterMs: number | null;
}

export interface Sender {
  /** Whose orders the signed-in user may send. */
  maySend: (truckId: string) => boolean;
  onSent: (order: StaffOrder, unsent: UnsentOrder) => void;
}

const DONE: Round = { end: "done", retryAfterMs: null };

/**
 * Sends what waits, the oldest first; one that is refused, or at which the server fails, does not hold up the others. Of
 * all tabs one sends.
 */
export function sendAll(sender: Sender): Promise<Round> {
  return withLock(SENDING, async () => {
    let ended = DONE;
    for (const { draftId, truck } of (await readAll()).orders) {
      // It may have been changed while the one before it was on its way.
      const order = await readOne(draftId);
      if (!order || order.refusal || isHeld(order) || !sender.maySend(truck._id)) continue;
      const round = await send(order, sender);
      if (round.end === "fault") ended = round;
      else if (round.end !== "done") return round;
    }
    return ended;
  });
}

/** For so long at most: a clock that is set back holds nothing for days. */
function isHeld({ heldUntil }: UnsentOrder): boolean {
  const left = heldUntil - Date.now();
  return left > 0 && left <= HELD_MS;
}

async function send(unsent: UnsentOrder, sender: Sender): Promise<Round> {
  try {
    const order = await post(unsent);
    await finish(order, unsent, sender);
    return DONE;
  } catch (error) {
    return await failed(unsent, error).catch(ofDevice);
  }
}

/** A device without room says nothing of the server, and the others may still be sent. */
function ofDevice(error: unknown): Round {
  const isFull = error instanceof Error && error.name === "QuotaExceededError";
  return { end: isFull ? "fault" : "unreachable", retryAfterMs: null };
}

/** A refusal is written down with a code in any case. */
const NO_CODE = "refused";
/** What cannot be an order, of the conflicts that the server tells. */
const REFUSALS: readonly string[] = [
  "order_discarded",
  "order_items_unknown",
  "order_sums_differ",
  "order_too_old",
];

async function failed({ draftId }: UnsentOrder, error: unknown): Promise<Round> {
  if (!(error instanceof ApiError)) return ofDevice(error);
  if (error.status === 401) return { end: "sign-in", retryAfterMs: null };
  if (error.status === 429) {
    return { end: "wait", retryAfterMs: (error.retryAfterSeconds ?? 60) * 1000 };
  }
  // A proxy answers for a server that is not there, and 503 is said of all orders.
  if (error.status === 500 && error.fromServer) return { end: "fault", retryAfterMs: null };
  if (!isOutcomeKnown(error)) return { end: "unreachable", retryAfterMs: null };
  const { code, message } = error;
  // Another user may send it, another version of the server may know it, a payment may be over.
  const isForLater =
    error.status === 403 || (error.status === 409 && !REFUSALS.includes(code ?? ""));
  if (!isForLater) {
    await changeOrder(draftId, () => ({ refusal: { code: code || NO_CODE, message } }));
  }
  return DONE;
}

function post(unsent: UnsentOrder): Promise<StaffOrder> {
  const { draftId, truck, number, sale, voidReason, asSaleOfNow, ticketPrinted } = unsent;
  // The server shifts `takenAt` by what the clock of this moment is wrong by, which may have been set since.
  const takenAt = unsent.takenAt + unsent.aheadMs - (serverNow() - Date.now());
  const body = {
    ...sale,
    truckId: truck._id,
    draftId,
    deviceId: deviceId(),
    format: FORMAT,
    offlineNumber: number,
    takenAt: new Date(Math.min(takenAt, Date.now())).toISOString(),
    sentAt: new Date().toISOString(),
    handedOver: voidReason === null && unsent.status === "completed",
    ticketPrinted,
    ...(voidReason === null ? {} : { void: { reason: voidReason } }),
    ...(asSaleOfNow === null ? {} : { asSaleOfNow: { reason: asSaleOfNow } }),
  };
  const key = `${draftId}.${asSaleOfNow === null ? "late" : "now"}`;
  return answer(
    api.POST("/api/orders", {
      params: { header: { "Idempotency-Key": key } },
      body: body as never,
      signal: withTimeLimit(ANSWER_MS),
    }),
  );
}

/**
 * The order has arrived: its steps follow it, and then it is kept only where a person has to hear something of it. What
 * was done with it here meanwhile follows, too.
 */
async function finish(arrived: StaffOrder, sentFirst: UnsentOrder, sender: Sender): Promise<void> {
  const { draftId } = sentFirst;
  let unsent = sentFirst;
  let order = arrived;
  let isRefused = false;
  do {
    unsent = (await readOne(draftId)) ?? unsent;
    requireUser(sender, unsent);
    ({ order, isRefused } = await sendSteps(order, unsent));
    requireUser(sender, unsent);
    // Shown as the server has it before it is shown no more as one of this device.
    sender.onSent(order, unsent);
  } while (!(await settle(order, unsent, isRefused)));
  await changed();
}

/** Throws once the user has gone: the next one's session sends all of it again, which makes no second order. */
function requireUser(sender: Sender, { truck }: UnsentOrder): void {
  if (!sender.maySend(truck._id)) throw new Error("The user of this order has gone.");
}

/** Ends what this device keeps of an order that has arrived; false where it was changed here since it was read. */
function settle(order: StaffOrder, unsent: UnsentOrder, isRefused: boolean): Promise<boolean> {
  return withLock(WRITING, async () => {
    const { draftId } = unsent;
    const present = await readOne(draftId);
    const isSame =
      !present || (present.status === unsent.status && present.voidReason === unsent.voidReason);
    if (!isSame) return false;
    const database = await openDevice();
    const at = Date.now();
    // Nothing hangs on it, and where there is no room for it, what lies here is to go all the more.
    await database.put("sent", { draftId, orderId: order._id, at }).catch(() => undefined);
    for (const old of await database.getAll("sent"))
      if (at - old.at > REMEMBERED_MS) await database.delete("sent", old.draftId);
    const code = whatToTell(order, present ?? unsent) ?? (isRefused ? "step_refused" : null);
    const { orderNumber, status, total } = order;
    const arrived = { orderNumber, status, total };
    if (code === null) await database.delete("orders", draftId);
    else await write({ ...(present ?? unsent), refusal: { code, message: "" }, arrived });
    return true;
  });
}

/** How the order at the server is another one than the one here; null for none. It may have arrived before a change. */
function whatToTell(order: StaffOrder, { voidReason, sale }: UnsentOrder) {
  if (voidReason !== null) return order.status === "cancelled" ? null : "arrived_already";
  const isPaidSo = sale.payment === "unpaid" || order.tender === sale.payment;
  const isSame = centsOf(order) === centsOf(sale) && itemsOf(order.items) === itemsOf(sale.lines);
  return isPaidSo && isSame ? null : "arrived_otherwise";
}

const centsOf = ({ total }: { total: number }) => Math.round(total * 100);

function itemsOf(lines: readonly { menuItemId: string | null; quantity: number }[]): string {
  return lines
    .map(({ menuItemId, quantity }) => `${menuItemId} ${quantity}`)
    .sort()
    .join();
}

const FLOW: readonly OrderStatus[] = ["pending", "confirmed", "preparing", "ready", "completed"];

/** Throws where the server is not reached: then all of it is sent again, which makes no second order. */
async function sendSteps(
  order: StaffOrder,
  { voidReason, status }: UnsentOrder,
): Promise<{ order: StaffOrder; isRefused: boolean }> {
  const [from, to] = [FLOW.indexOf(order.status), FLOW.indexOf(status)];
  const isCancelled = order.status === "cancelled" && to > 1;
  if (voidReason !== null || from < 0 || to <= from) return { order, isRefused: isCancelled };
  const through = FLOW.slice(from + 1, to);
  try {
    const call = api.PATCH("/api/orders/{order_id}", {
      params: { path: { order_id: order._id } },
      body: through.length > 0 ? { status, through } : { status },
      signal: withTimeLimit(ANSWER_MS),
    });
    return { order: await answer(call), isRefused: false };
  } catch (error) {
    if (!isOutcomeKnown(error) || (error as ApiError).status === 401) throw error;
    return { order: orderOfConflict(error) ?? order, isRefused: true };
  }
}

/** One at a time over all tabs; of a browser without locks, of this tab. The server makes one order of a draft all the same. */
async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (typeof navigator !== "undefined" && navigator.locks) {
    return await navigator.locks.request(name, work);
  }
  const before = running.get(name) ?? Promise.resolve();
  const result = before.then(work, work);
  running.set(name, result);
  return await result;
}

const running = new Map<string, Promise<unknown>>();

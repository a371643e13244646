/** Orders of a test's own truck, in any state, made through the API as browsers and staff would. */

import { timeOfDay } from "../screens/checkout.ts";
import { call, callAsHarness, waitFor } from "./api.ts";
import { getMenuItem, type MenuItem, PLAIN_ITEM } from "./menu-items.ts";
import { newPhone } from "./phones.ts";
import type { OwnTruck, Product } from "./product.ts";
import { Sandbox } from "./sandbox.ts";

export type OrderStatus =
  | "pending"
  | "confirmed"
  | "preparing"
  | "ready"
  | "completed"
  | "cancelled";

export interface OrderLine {
  name: string;
  quantity?: number;
  /** Names of options, from any group of the item. */
  options?: string[];
  instructions?: string;
}

export type RefundWish = { reason?: string } & (
  | { /** Dollars. */ amount: number }
  | { items: { /** Place of the line, from 0. */ index: number; quantity: number }[] }
);

export interface OrderWish {
  /** Where the order stands in the kitchen; `pending` is a new one. */
  status?: OrderStatus;
  items?: OrderLine[];
  customerName?: string;
  /** Ten digits; a number of its own unless given. */
  phone?: string;
  email?: string;
  /** HH:MM on the truck's clock; in an hour unless given. */
  pickupTime?: string;
  /** As soon as possible at this stop. */
  stopId?: string;
  instructions?: string;
  /** Paid by card in the browser, or taken at the counter. */
  payment?: "online" | "cash" | "card" | "unpaid";
  /** Made one after the other; the answer shows them as the provider has taken them. */
  refunds?: RefundWish[];
  /** What staff write to the customer. */
  messages?: string[];
}

/** The order as staff see it; see StaffOrder in the API's description. */
interface StaffOrder {
  _id: string;
  orderNumber: string;
  status: OrderStatus;
  paymentStatus: string;
  customerId: string | null;
  customerName: string;
  customerPhone: string | null;
  /** Dollars. */
  subtotal: number;
  tax: number;
  total: number;
  refundable: number;
  refunds: { _id: string; status: string; amount: number }[];
  messages: { status: string }[];
  /** Shows the order, and cannot change it. */
  trackingPath: string;
  version: number;
}

declare const own: unique symbol;

export interface OwnOrder extends StaffOrder {
  readonly [own]: true;
  readonly truck: OwnTruck;
  /** Ten digits. */
  readonly phone: string;
  /** Null for an order of the counter. */
  readonly paymentIntentId: string | null;
}

const STATUS_STEPS: OrderStatus[] = ["pending", "confirmed", "preparing", "ready", "completed"];

/** One order in the state that the test begins with. */
export async function placeOrder(truck: OwnTruck, wish: OrderWish = {}): Promise<OwnOrder> {
  const phone = wish.phone ?? newPhone();
  const { payment = "online" } = wish;
  const placed =
    payment === "online"
      ? await buyOnline(truck, phone, wish)
      : { id: await takeAtCounter(truck, phone, payment, wish), paymentIntentId: null };
  const order = await getOwnOrder(truck, phone, placed);
  for (const message of wish.messages ?? []) await sendMessage(order, message);
  if (wish.status && wish.status !== "pending") await changeOrderStatus(order, wish.status);
  for (const refund of wish.refunds ?? []) await refundOrder(order, refund);
  return readOrder(order);
}

/** The order as it is now. */
export function readOrder(order: OwnOrder): Promise<OwnOrder> {
  const { truck, phone, paymentIntentId } = order;
  return getOwnOrder(truck, phone, { id: order._id, paymentIntentId });
}

/** The link with which the customer follows and may change the order. */
export function linkOf({ truck, phone }: OwnOrder): Promise<string> {
  return linkSentTo(truck.product, phone);
}

/** The link in the first SMS to a phone of ten digits. */
export async function linkSentTo(product: Product, phone: string): Promise<string> {
  const sandbox = new Sandbox(product);
  const texts = await waitFor(
    "the first SMS",
    () => sandbox.texts(phone),
    ({ length }) => length > 0,
  );
  return /https?:\S+/.exec(texts[0]?.body ?? "")?.[0] ?? "";
}

/** Moves the order along as staff do, through every status on the way. */
export async function changeOrderStatus(order: OwnOrder, status: OrderStatus): Promise<void> {
  const now = (await readOrder(order)).status;
  const through = STATUS_STEPS.slice(
    STATUS_STEPS.indexOf(now) + 1,
    Math.max(STATUS_STEPS.indexOf(status), 0),
  );
  const body = { status, ...(through.length > 0 ? { through } : {}) };
  await callAsHarness(order.truck.product, "PATCH", `/orders/${order._id}`, body);
}

/** Gives money back, and waits until the provider has taken the refund. */
export async function refundOrder(order: OwnOrder, wish: RefundWish): Promise<void> {
  const body = { reason: "It was cold", ...wish };
  await callAsHarness(order.truck.product, "POST", `/orders/${order._id}/refunds`, body);
  await waitFor(
    "a refund",
    () => readOrder(order),
    ({ refunds }) => refunds.every(({ status }) => status !== "pending"),
  );
}

/** An SMS that staff write to the customer of an order. */
export async function sendMessage(order: OwnOrder, message: string): Promise<void> {
  const body = { phoneNumber: order.phone, message };
  await callAsHarness(order.truck.product, "POST", "/send-notification", body);
}

async function getOwnOrder(
  truck: OwnTruck,
  phone: string,
  { id, paymentIntentId }: { id: string; paymentIntentId: string | null },
): Promise<OwnOrder> {
  const order = await callAsHarness<StaffOrder>(truck.product, "GET", `/orders/${id}`);
  return { ...order, truck, phone, paymentIntentId } as OwnOrder;
}

async function buyOnline(truck: OwnTruck, phone: string, wish: OrderWish) {
  const paymentIntentId = await openPayment(truck, phone, wish);
  await new Sandbox(truck.product).pay(paymentIntentId);
  const { order } = await verifyPayment(truck, paymentIntentId);
  return { id: order._id, paymentIntentId };
}

/** An order that waits for its payment; answers the payment intent. */
export async function openPayment(
  truck: OwnTruck,
  phone: string,
  wish: OrderWish = {},
): Promise<string> {
  const items = await Promise.all(
    (wish.items ?? [{ name: PLAIN_ITEM }]).map((l) => cartLine(truck, l)),
  );
  const body = {
    cart: { items, specialInstructions: wish.instructions ?? "" },
    customerInfo: {
      name: wish.customerName ?? "Rosa Parker",
      phone,
      email: wish.email ?? "",
      pickupTime: wish.pickupTime ?? timeOfDay(60),
      ...(wish.stopId ? { stopId: wish.stopId, slotAt: "asap" } : {}),
    },
    truckInfo: { slug: truck.slug },
  };
  const answer = await call<{ paymentIntentId: string }>(
    truck.product,
    "POST",
    "/create-payment-intent",
    { body },
  );
  return answer.paymentIntentId;
}

export interface Verified {
  status: string;
  order: { _id: string; orderNumber: string };
}

/** Asks the server about a payment as the confirmation page does. */
export function verifyPayment(truck: OwnTruck, paymentIntentId: string): Promise<Verified> {
  const body = { payment_intent_id: paymentIntentId };
  return call<Verified>(truck.product, "POST", "/verify-payment", { body });
}

async function takeAtCounter(
  truck: OwnTruck,
  phone: string,
  payment: "cash" | "card" | "unpaid",
  wish: OrderWish,
): Promise<string> {
  const items = await Promise.all(
    (wish.items ?? [{ name: PLAIN_ITEM }]).map(async (line) => ({
      menuItemId: (await getMenuItem(truck, line.name))._id,
      quantity: line.quantity ?? 1,
      optionIds: (await chosen(truck, line)).map(({ option }) => option._id),
      specialInstructions: line.instructions ?? null,
    })),
  );
  const order = await callAsHarness<{ _id: string }>(truck.product, "POST", "/orders", {
    truckId: truck.id,
    customerName: wish.customerName ?? "Rosa Parker",
    customerPhone: phone,
    items,
    specialInstructions: wish.instructions ?? null,
    payment,
  });
  return order._id;
}

/** A line of the cart in the shape in which the browser keeps and sends it. */
export async function cartLine(truck: OwnTruck, line: OrderLine) {
  const item = await getMenuItem(truck, line.name);
  const { quantity = 1 } = line;
  const picks = (await chosen(truck, line)).map(({ group, option }) => ({
    isOnlyOne: group.maxSelect === 1,
    chosen: { optionId: option._id, name: option.name, additionalPrice: option.additionalPrice },
    selectedOption: { name: group.name },
  }));
  const cents = [item.basePrice, ...picks.map((pick) => pick.chosen.additionalPrice)]
    .map((dollars) => Math.round(dollars * 100))
    .reduce((sum, more) => sum + more, 0);
  return {
    id: `${item._id}-${Date.now()}`,
    menuItemId: item._id,
    name: item.name,
    basePrice: item.basePrice,
    quantity,
    imageUrl: item.imageUrl,
    totalPrice: (cents * quantity) / 100,
    truckId: truck.id,
    customization: {
      optionChoices: picks
        .filter(({ isOnlyOne }) => isOnlyOne)
        .map((pick) => ({ ...pick.chosen, selectedOption: pick.selectedOption })),
      selectedOptions: picks.filter(({ isOnlyOne }) => !isOnlyOne).map((pick) => pick.chosen),
      specialInstructions: line.instructions ?? "",
    },
  };
}

async function chosen(truck: OwnTruck, { name, options = [] }: OrderLine) {
  const item: MenuItem = await getMenuItem(truck, name);
  return options.map((wanted) => {
    for (const group of item.optionGroups) {
      const option = group.options.find((one) => one.name === wanted);
      if (option) return { group, option };
    }
    throw new Error(`${name} has no option ${wanted}.`);
  });
}

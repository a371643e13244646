import { timeOfDay } from "./checkout.ts";
import type { Product } from "./product.ts";
import type { Sandbox } from "./sandbox.ts";

interface MenuItem {
  _id: string;
  name: string;
  basePrice: number;
  truckId: string;
}

interface Order {
  _id: string;
  orderNumber: string;
}

/** Places and pays an order as a browser would, for tests that begin with one in the kitchen. */
export async function placeOrder(
  product: Product,
  sandbox: Sandbox,
  { slug = "spicy-burritos", dish = "Chips and Guacamole", phone, name = "Rosa Parker" }: OrderWish,
): Promise<Order> {
  const truck = await read<{ _id: string }>(product, `/trucks/by-slug/${slug}`);
  const menu = await read<MenuItem[]>(product, `/menu-items/public/${truck._id}`);
  const item = menu.find((entry) => entry.name === dish);
  if (!item) throw new Error(`${slug} has no ${dish}.`);
  const line = { menuItemId: item._id, name: item.name, quantity: 1, customization: {} };
  const { paymentIntentId } = await send<{ paymentIntentId: string }>(
    product,
    "/create-payment-intent",
    {
      cart: { items: [line] },
      customerInfo: { name, phone, pickupTime: timeOfDay(60) },
      truckInfo: { slug },
    },
  );
  await sandbox.pay(paymentIntentId);
  const body = { payment_intent_id: paymentIntentId };
  return (await send<{ order: Order }>(product, "/verify-payment", body)).order;
}

interface OrderWish {
  slug?: string;
  dish?: string;
  phone: string;
  name?: string;
}

async function read<T>(product: Product, path: string): Promise<T> {
  return parsed<T>(path, await fetch(`${product.url}/api${path}`));
}

async function send<T>(product: Product, path: string, body: object): Promise<T> {
  const answer = await fetch(`${product.url}/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return parsed<T>(path, answer);
}

async function parsed<T>(path: string, answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

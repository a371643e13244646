import { HttpResponse, http } from "msw";
import { addToCart } from "@/storefront/cart/cart-store";
import type { TrackedOrder } from "@/storefront/tracking/api";
import { aMenuItem, aMovingTruck, aStop, aTruck } from "@/test/fixtures";
import { server } from "@/test/server";
import { AFTERNOON, NO_SLOTS, slotsOfStop } from "./slots";

export const TRUCK = aTruck();
export const ITEM = aMenuItem();
export const TOKEN = "t".repeat(43);

export const TRACKED: TrackedOrder = {
  _id: "0".repeat(24),
  orderNumber: "104",
  status: "preparing",
  paymentStatus: "paid",
  language: "en",
  stopId: null,
  place: null,
  slotAt: null,
  stop: null,
  change: null,
  choices: null,
  payOutDue: 0,
  version: 3,
  isViewOnly: false,
  tender: "online",
  reader: null,
  customerName: "Ada",
  items: [
    {
      menuItemId: ITEM._id,
      name: ITEM.name,
      quantity: 2,
      unitPrice: 4,
      totalPrice: 8,
      customizations: [],
      specialInstructions: "No onions",
      refundedQuantity: 0,
    },
  ],
  subtotal: 8,
  tax: 0.7,
  taxes: [{ rate: 8.75, taxable: 8, tax: 0.7 }],
  exempt: 0,
  pricesIncludeTax: false,
  tip: 0,
  discount: 0,
  offerCode: null,
  total: 8.7,
  refunded: 0,
  taxRate: 8.75,
  pickupTime: "2099-06-02T01:00:00.000Z",
  estimatedPickupTime: "2099-06-02T01:05:00.000Z",
  createdAt: "2026-06-02T00:30:00.000Z",
  updatedAt: "2026-06-02T00:32:00.000Z",
  steps: [
    { status: "pending", at: "2026-06-02T00:30:00.000Z" },
    { status: "confirmed", at: "2026-06-02T00:31:00.000Z" },
    { status: "preparing", at: "2026-06-02T00:32:00.000Z" },
  ],
  truck: {
    _id: TRUCK._id,
    name: TRUCK.name,
    slug: TRUCK.slug,
    phone: TRUCK.phone,
    location: { city: "Portland", state: "OR" },
    timezone: TRUCK.timezone,
    imageUrl: null,
    accentHue: null,
    isActive: true,
    isDeleted: false,
  },
};

/** Answers every call of the customers' screens; the payment `pi_1` is paid. */
export function serveCustomers(): void {
  const order = { ...TRACKED, total: TRACKED.total, truck: TRUCK, smsStatus: "skipped" };
  const answers: [string, object][] = [
    ["trucks/public", [TRUCK]],
    ["trucks/by-slug/:slug", TRUCK],
    ["menu-items/public/:id", [ITEM]],
    ["trucks/:slug/slots", NO_SLOTS],
    ["track/:token", TRACKED],
    ["config", { currency: "usd", taxRate: 8.75, devTools: true }],
  ];
  server.use(
    ...answers.map(([path, body]) => http.get(`*/api/${path}`, () => HttpResponse.json(body))),
    http.post("*/api/verify-payment", () => HttpResponse.json({ status: "succeeded", order })),
    http.post("*/api/send-order-sms", () => HttpResponse.json({ status: "skipped" })),
  );
}

/** Has the truck at a stop today, with these pickup slots. */
export function serveMovingTruck(slots = slotsOfStop(AFTERNOON)): void {
  const from = new Date(Date.now() + 3_600_000).toISOString();
  const until = new Date(Date.now() + 7_200_000).toISOString();
  const stop = aStop({ startsAt: from, endsAt: until, takesOrders: true });
  server.use(
    http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(aMovingTruck(null, stop))),
    http.get("*/api/trucks/:slug/slots", () => HttpResponse.json({ ...slots, stopId: stop._id })),
  );
}

/** The order that is followed can still be moved, to one of two slots, or cancelled. */
export function serveFreeOrder(): void {
  const hourOn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const choices = {
    slot: true,
    cancel: true,
    until: hourOn(1),
    refund: TRACKED.total,
    unconfirmed: false,
  };
  const free = { ...TRACKED, status: "confirmed", slotAt: hourOn(2), choices };
  const slots = [2, 3].map((hours) => ({ at: hourOn(hours), state: "free" }));
  const offered = { stopId: null, timezone: TRUCK.timezone, asap: hourOn(2), slots };
  server.use(
    http.get("*/api/track/:token", () => HttpResponse.json(free)),
    http.get("*/api/track/:token/slots", () => HttpResponse.json(offered)),
  );
}

export function fillCart(): void {
  addToCart(TRUCK.slug, {
    menuItemId: ITEM._id,
    name: ITEM.name,
    basePrice: ITEM.basePrice,
    quantity: 1,
    imageUrl: null,
    truckId: TRUCK._id,
    customization: { selectedOptions: [], optionChoices: [], specialInstructions: "" },
  });
}

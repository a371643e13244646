import type { ServerConfig } from "@/domain/api/server-config";
import type { CheckoutTruck } from "@/storefront/checkout/api";
import type { CustomerInfo } from "@/storefront/checkout/customer-info";

/** What the tests of this feature start from. */

export const TRUCK: CheckoutTruck = {
  _id: "64b000000000000000000001",
  name: "Spicy Burritos",
  slug: "spicy-burritos",
  timezone: "America/Los_Angeles",
  leadMinutes: 15,
  tipPresets: null,
};

export const ADA: CustomerInfo = {
  name: "Ada Lovelace",
  phone: "(555) 234-5678",
  email: "ada@example.com",
  pickupTime: "18:00",
  slotAt: "asap",
};

export const CONFIG: ServerConfig = {
  mapSite: "https://maps.example/?q=",
  publishableKey: "pk_test_1",
  demo: false,
  currency: "usd",
  minPickupLeadMinutes: 15,
  taxRate: 8.75,
  devTools: false,
  sendsEmail: false,
};

export const INTENT = {
  clientSecret: "pi_1_secret_1",
  paymentIntentId: "pi_1",
  amount: 23.93,
  subtotal: 22,
  tax: 1.93,
  tip: 0,
  discount: 0,
  total: 23.93,
  expiresAt: "2026-06-01T22:00:00Z",
  pickupAt: "2026-06-02T01:00:00Z",
};

/** One in the afternoon at the truck. */
export const NOW = new Date("2026-06-01T20:00:00Z");

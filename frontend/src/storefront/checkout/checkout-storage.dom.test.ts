import { expect, it, vi } from "vitest";
import { ADA } from "@/test/storefront/checkout-fixtures";
import { dropOldDrafts, finishCheckout, loadCustomer, saveCustomer } from "./checkout-storage";
import { EMPTY_CUSTOMER } from "./customer/customer-info";
import { forgetCustomer, loadRemembered, rememberCustomer } from "./customer/remembered-customer";

const NOW = new Date("2026-06-01T20:00:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

it("keeps an unfinished form for two hours after its last change", () => {
  saveCustomer("taco-truck", ADA, NOW);
  expect(loadCustomer("taco-truck", later(119))).toEqual(ADA);
  expect(loadCustomer("taco-truck", later(120))).toEqual(EMPTY_CUSTOMER);
  expect(loadCustomer("other-truck", NOW)).toEqual(EMPTY_CUSTOMER);
});

it("deletes old forms of every truck, those of earlier versions as well, and nothing else", () => {
  saveCustomer("taco-truck", ADA, NOW);
  saveCustomer("other-truck", ADA, later(60));
  localStorage.setItem("chuckwagon:checkout:before", JSON.stringify(ADA));
  localStorage.setItem("chuckwagon.carts", "{}");
  dropOldDrafts(later(120));
  expect(Object.keys(localStorage).sort()).toEqual([
    "chuckwagon.carts",
    "chuckwagon:checkout:other-truck",
  ]);
});

it("puts an unfinished form before what is remembered of the last order", () => {
  rememberCustomer(ADA);
  saveCustomer("taco-truck", { ...ADA, name: "Grace Hopper" }, NOW);
  expect(loadCustomer("taco-truck", NOW).name).toBe("Grace Hopper");
  expect(loadCustomer("taco-truck", later(120)).name).toBe("Ada Lovelace");
});

it("remembers no form that had run out before its order was confirmed", () => {
  saveCustomer("taco-truck", ADA, NOW);
  finishCheckout("taco-truck", later(120));
  expect(loadRemembered()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it("forgets", () => {
  rememberCustomer(ADA);
  forgetCustomer();
  expect(loadCustomer("taco-truck", NOW)).toEqual(EMPTY_CUSTOMER);
  expect(localStorage).toHaveLength(0);
});

it.each(["{", "[]", '"Ada"', '{"name": 1, "phone": 2}'])("takes %s for no customer", (stored) => {
  localStorage.setItem("chuckwagon:customer", stored);
  localStorage.setItem("chuckwagon:checkout:taco-truck", stored);
  expect(loadCustomer("taco-truck", NOW)).toEqual(EMPTY_CUSTOMER);
});

it("orders on a device whose storage is full or forbidden", () => {
  const refuse = () => {
    throw new DOMException("Quota exceeded", "QuotaExceededError");
  };
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(refuse);
  saveCustomer("taco-truck", ADA, NOW);
  finishCheckout("taco-truck", NOW);
  dropOldDrafts(NOW);
  expect(loadCustomer("taco-truck", NOW)).toEqual(EMPTY_CUSTOMER);
  vi.restoreAllMocks();
});

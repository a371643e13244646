import { expect, it } from "vitest";
import { forbidStorage } from "@/test/forbid-storage";
import { ADA } from "@/test/storefront/checkout-fixtures";
import { dropOldDrafts, finishCheckout, loadCustomer, saveCustomer } from "./checkout-storage";
import { EMPTY_CUSTOMER } from "./customer-info";
import { forgetCustomer, loadRemembered, rememberCustomer } from "./remembered-customer";

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

it.each([
  ["what was not to be remembered", ADA, 1],
  ["a form that had run out before its order was confirmed", { ...ADA, remember: true }, 120],
])("remembers nothing of %s", (_, customer, minutes) => {
  saveCustomer("taco-truck", customer, NOW);
  localStorage.setItem("chuckwagon:customer", "as earlier releases did, unasked");
  finishCheckout("taco-truck", later(minutes));
  dropOldDrafts(later(minutes));
  expect(loadRemembered()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it("remembers the customer who has chosen so, and each later order of theirs", () => {
  saveCustomer("taco-truck", { ...ADA, remember: true }, NOW);
  finishCheckout("taco-truck", NOW);
  expect(loadRemembered()).toMatchObject({ name: ADA.name, phone: ADA.phone });
  saveCustomer("other-truck", { ...ADA, name: "Grace Hopper" }, NOW);
  finishCheckout("other-truck", NOW);
  expect(loadRemembered()?.name).toBe("Grace Hopper");
});

it("forgets", () => {
  rememberCustomer(ADA);
  forgetCustomer();
  expect(loadCustomer("taco-truck", NOW)).toEqual(EMPTY_CUSTOMER);
  expect(localStorage).toHaveLength(0);
});

it.each(["{", "[]", '"Ada"', '{"name": 1, "phone": 2}'])("takes %s for no customer", (stored) => {
  localStorage.setItem("chuckwagon:remembered", stored);
  localStorage.setItem("chuckwagon:checkout:taco-truck", stored);
  expect(loadCustomer("taco-truck", NOW)).toEqual(EMPTY_CUSTOMER);
});

it("orders on a device that forbids storage", () => {
  forbidStorage();
  saveCustomer("taco-truck", ADA, NOW);
  expect(loadCustomer("taco-truck", NOW)).toEqual(ADA);
  finishCheckout("taco-truck", NOW);
  dropOldDrafts(NOW);
  expect(loadCustomer("taco-truck", NOW)).toEqual(EMPTY_CUSTOMER);
});

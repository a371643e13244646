import { renderHook } from "@testing-library/react";
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newLine } from "@/domain/cart/cart-item";
import { aMenuItem } from "@/test/fixtures";
import {
  acknowledgeChanges,
  addToCart,
  clearCart,
  correctCart,
  getCart,
  setLineQuantity,
  setOrderInstructions,
  useCart,
} from "./cart-store";

const taco = newLine({
  menuItem: aMenuItem(),
  quantity: 1,
  chosen: [],
  specialInstructions: "",
});

beforeEach(() => {
  clearCart("taco-truck");
  clearCart("other-truck");
});

describe("the cart store", () => {
  it("keeps one cart per truck", () => {
    addToCart("taco-truck", taco);
    expect(getCart("taco-truck").items).toHaveLength(1);
    expect(getCart("other-truck").items).toEqual([]);
  });

  it("gives each cart one attempt, and a new one after it is cleared", () => {
    addToCart("taco-truck", taco);
    const { attemptId } = getCart("taco-truck");
    addToCart("taco-truck", taco);
    expect(attemptId).toMatch(/^[0-9a-f]{32}$/);
    expect(getCart("taco-truck").attemptId).toBe(attemptId);
    clearCart("taco-truck");
    addToCart("taco-truck", taco);
    expect(getCart("taco-truck").attemptId).not.toBe(attemptId);
  });

  it("survives a reload", async () => {
    addToCart("taco-truck", taco);
    const { attemptId } = getCart("taco-truck");
    vi.resetModules();
    const reloaded = await import("./cart-store");
    expect(reloaded.getCart("taco-truck").items[0]?.name).toBe("Carnitas taco");
    expect(reloaded.getCart("taco-truck").attemptId).toBe(attemptId);
  });

  it.each([
    "{",
    "null",
    '{"state":{"carts":null},"version":1}',
    '{"state":{"carts":{"taco-truck":7}},"version":1}',
    '{"state":{"carts":{"taco-truck":{"items":[null,{"id":"1","name":"no customization"}]}}}}',
  ])("starts afresh from a store that reads %s", async (stored) => {
    localStorage.setItem("chuckwagon.carts", stored);
    vi.resetModules();
    const reloaded = await import("./cart-store");
    expect(reloaded.getCart("taco-truck").items).toEqual([]);
    reloaded.addToCart("taco-truck", taco);
    expect(reloaded.getCart("taco-truck").items).toHaveLength(1);
  });

  it.each([
    ["1", 1],
    ["10", 1],
    ["0", 0],
    ["2.5", 0],
    ["1e9", 0],
    ['"2"', 0],
  ])("of a line with %s pieces of an option keeps %s", async (pieces, left) => {
    addToCart("taco-truck", taco);
    const kept = localStorage.getItem("chuckwagon.carts") ?? "";
    const option = `{"optionId":"o","name":"Guacamole","additionalPrice":0,"quantity":${pieces}}`;
    const changed = kept.replace('"selectedOptions":[]', `"selectedOptions":[${option}]`);
    localStorage.setItem("chuckwagon.carts", changed);
    vi.resetModules();
    const reloaded = await import("./cart-store");
    expect(reloaded.getCart("taco-truck").items).toHaveLength(left);
  });

  it("follows what another tab stored", () => {
    addToCart("taco-truck", taco);
    const { result } = renderHook(() => useCart("taco-truck"));
    const stored = localStorage.getItem("chuckwagon.carts") ?? "";
    localStorage.setItem("chuckwagon.carts", stored.replace('"quantity":1', '"quantity":7'));
    act(() => {
      window.dispatchEvent(new StorageEvent("storage", { key: "chuckwagon.carts" }));
    });
    expect(result.current.items[0]?.quantity).toBe(7);
  });

  it("takes a line out at quantity 0", () => {
    addToCart("taco-truck", taco);
    setLineQuantity("taco-truck", getCart("taco-truck").items[0]?.id ?? "", 0);
    expect(getCart("taco-truck").items).toEqual([]);
  });

  it("cuts order instructions at 500 characters", () => {
    setOrderInstructions("taco-truck", "x".repeat(501));
    expect(getCart("taco-truck").specialInstructions).toHaveLength(500);
  });

  it("keeps saying what changed until it is acknowledged", () => {
    addToCart("taco-truck", taco);
    correctCart("taco-truck", [], ["Carnitas taco is sold out and was removed"]);
    correctCart("taco-truck", [], ["Carnitas taco is sold out and was removed"]);
    expect(getCart("taco-truck").changes).toEqual(["Carnitas taco is sold out and was removed"]);
    acknowledgeChanges("taco-truck");
    expect(getCart("taco-truck").changes).toEqual([]);
  });
});

import { number, object, string } from "valibot";
import { afterEach, expect, it, vi } from "vitest";
import { forbidStorage } from "@/test/forbid-storage";
import { watchReloads } from "@/test/reloads";
import {
  fitting,
  isVisitKept,
  keysBeginningWith,
  like,
  listOf,
  oneOf,
  reloadPage,
  stored,
} from "./stored";

const ENTRY = object({ name: string(), count: number() });
const TACOS = { name: "Tacos", count: 2 };

afterEach(() => {
  vi.restoreAllMocks();
  for (const area of ["local", "session"] as const) stored("kept", ENTRY, area).write(null);
});

it.each(["local", "session"] as const)(
  "keeps a value in the %s storage, and the same one",
  (area) => {
    const kept = stored("kept", ENTRY, area);
    expect(kept.read()).toBeNull();
    kept.write(TACOS);
    expect(window[`${area}Storage`].getItem("kept")).toBe(JSON.stringify(TACOS));
    const again = stored("kept", ENTRY, area);
    expect(again.read()).toEqual(TACOS);
    expect(again.read()).toBe(again.read());
    expect([kept.isKept(), isVisitKept()]).toEqual([true, true]);
    kept.write(null);
    expect(window[`${area}Storage`]).toHaveLength(0);
  },
);

it.each([
  ["getting the storage throws", forbidStorage],
  [
    "it is full",
    () =>
      vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
        throw new DOMException("full", "QuotaExceededError");
      }),
  ],
])("keeps a value for the visit when %s, also over a reload by the page", async (_, refuse) => {
  refuse();
  const reload = watchReloads();
  const kept = stored("kept", ENTRY);
  const changed = vi.fn();
  kept.subscribe(changed);
  kept.write(TACOS);
  expect(changed).toHaveBeenCalledOnce();
  expect(stored("kept", ENTRY).read()).toEqual(TACOS);
  expect(keysBeginningWith("ke")).toEqual(["kept"]);
  expect([kept.isKept(), isVisitKept()]).toEqual([false, false]);

  window.history.replaceState({ of: "the router" }, "");
  reloadPage();
  expect(reload).toHaveBeenCalledOnce();
  vi.resetModules();
  const reloaded = await import("./stored");
  expect(reloaded.stored("kept", ENTRY).read()).toEqual(TACOS);
  expect(window.history.state).toEqual({ of: "the router" });
  kept.write(null);
  expect(kept.read()).toBeNull();
});

it.each(["{", "null", "7", "[]", '{"name":"Tacos"}'])("takes %s for nothing", (text) => {
  localStorage.setItem("kept", text);
  expect(stored("kept", ENTRY).read()).toBeNull();
});

it("takes what fits out of a list, and a text as it is", () => {
  localStorage.setItem("kept", JSON.stringify([null, TACOS, { name: 7 }]));
  expect(stored("kept", listOf(ENTRY)).read()).toEqual([TACOS]);
  stored("text", string()).write("12345");
  expect(localStorage.getItem("text")).toBe("12345");
  expect(stored("text", string()).read()).toBe("12345");
});

it("knows by an example what fits", () => {
  const order = like({ name: "", count: 0, note: null, tags: [{ name: "" }] });
  const whole = { ...TACOS, note: 3, tags: [{ name: "hot", more: 1 }] };
  expect(fitting(order, whole)).toBe(whole);
  const others = [
    { ...whole, tags: [null] },
    { ...whole, tags: {} },
    { ...whole, count: "2" },
    null,
  ];
  for (const other of others) expect(fitting(order, other)).toBeUndefined();
  expect(["light", "pink"].map((text) => fitting(oneOf(["light", "dark"]), text))).toEqual([
    "light",
    undefined,
  ]);
});

it("hears of other tabs", () => {
  const changed = vi.fn();
  const stop = stored("kept", ENTRY).subscribe(changed);
  for (const key of ["kept", "another", null])
    window.dispatchEvent(new StorageEvent("storage", { key }));
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
  window.dispatchEvent(new StorageEvent("storage", { key: "kept" }));
  expect(changed).toHaveBeenCalledTimes(2);
});

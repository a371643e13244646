import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { fakeAudio } from "@/test/fake-audio";
import { anOrder } from "@/test/staff/staff";

// The sound is one for the whole page: each test gets a page of its own.
beforeEach(async () => {
  vi.resetModules();
  await import("@/test/messages");
  vi.useFakeTimers();
  document.title = "Orders · Chuckwagon";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const first = anOrder({ _id: "1".repeat(24), orderNumber: "101" });
const second = anOrder({ _id: "2".repeat(24), orderNumber: "102" });
const third = anOrder({ _id: "3".repeat(24), orderNumber: "103" });
const ROUND_MS = 2_400;

async function open(pending: StaffOrder[] | undefined) {
  const heard = fakeAudio();
  const { unlockSound } = await import("./alarm");
  const { useNewOrders } = await import("./new-orders");
  await unlockSound();
  const hook = renderHook(({ orders }) => useNewOrders(orders), {
    initialProps: { orders: pending },
  });
  const numbers = () => hook.result.current.map(({ orderNumber }) => orderNumber);
  const show = (...orders: StaffOrder[]) => hook.rerender({ orders });
  return { ...hook, heard, numbers, show };
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("says nothing of the orders that were there when the screen was opened", async () => {
  const { heard, numbers, show } = await open(undefined);
  show(first);
  await wait(10_000);
  expect(numbers()).toEqual([]);
  expect(heard.tones).toBe(0);
  expect(document.title).toBe("Orders · Chuckwagon");
});

it("rings at once for a new order, and again and again", async () => {
  const { heard, numbers, show } = await open([first]);
  show(second, first);
  expect(numbers()).toEqual(["102"]);
  const once = heard.tones;
  expect(once).toBeGreaterThan(0);
  await wait(ROUND_MS * 3);
  expect(heard.tones).toBe(once * 4);
});

it("neither rings for an order that was taken without network nor names it", async () => {
  const { heard, numbers, show } = await open([first]);
  const { useArrived } = await import("./new-orders");
  const createdAt = new Date(Date.now() - 6 * 60_000).toISOString();
  const times = { createdAt, pickupTime: null, estimatedPickupTime: createdAt };
  const late = { ...second, ...times, flags: ["taken_offline" as const] };
  show(late, first);
  await wait(10_000);
  expect(numbers()).toEqual([]);
  expect(heard.tones).toBe(0);
  const { result, rerender } = renderHook(({ orders }) => useArrived(orders, "board"), {
    initialProps: { orders: [first] as StaffOrder[] },
  });
  rerender({ orders: [late, third, first] });
  expect(result.current).toEqual([third]);
});

it("rings for an order that is nearly due until someone confirms it, whatever is pressed", async () => {
  const createdAt = new Date(Date.now() - 6 * 60_000).toISOString();
  const due = { createdAt, pickupTime: null, estimatedPickupTime: createdAt };
  const { heard, show } = await open([anOrder({ ...first, ...due })]);
  fireEvent.click(document.body);
  const sofar = heard.tones;
  await wait(ROUND_MS * 2);
  expect(heard.tones).toBeGreaterThan(sofar);
  show();
  const after = heard.tones;
  await wait(ROUND_MS * 2);
  expect(heard.tones).toBe(after);
});

it("flashes the title, and gives it back", async () => {
  const { show } = await open([]);
  show(first);
  expect(document.title).toBe("New order #101!");
  await wait(1_000);
  expect(document.title).toBe("Orders · Chuckwagon");
  await wait(1_000);
  expect(document.title).toBe("New order #101!");
  show(first, second);
  expect(document.title).toBe("2 new orders!");
  await wait(600);
  fireEvent.keyDown(document.body, { key: "a" });
  expect(document.title).toBe("Orders · Chuckwagon");
});

it.each(["click", "auxclick", "pointercancel", "keydown", "wheel"])(
  "is quiet after a look (%s)",
  async (sign) => {
    const { heard, numbers, show } = await open([]);
    show(first);
    await wait(ROUND_MS);
    fireEvent(document.body, new Event(sign, { bubbles: true }));
    const sofar = heard.tones;
    await wait(ROUND_MS * 4);
    expect(heard.tones).toBe(sofar);
    expect(numbers()).toEqual([]);
    expect(document.title).toBe("Orders · Chuckwagon");
  },
);

it("rings on after a press that began before anybody could have seen the order", async () => {
  const { numbers, show } = await open([]);
  show(first);
  fireEvent.click(document.body);
  expect(numbers()).toEqual(["101"]);
});

it("rings on for an order that came while the mouse was held", async () => {
  const { numbers, show } = await open([]);
  fireEvent.pointerDown(document.body);
  show(first);
  await wait(ROUND_MS);
  fireEvent.click(document.body);
  expect(numbers()).toEqual(["101"]);
  fireEvent.pointerDown(document.body);
  show(second, first);
  fireEvent.click(document.body);
  expect(numbers()).toEqual(["102"]);
});

it("moves nothing under a press that is still held", async () => {
  const { numbers, show } = await open([]);
  show(first);
  await wait(ROUND_MS);
  fireEvent.pointerDown(document.body);
  fireEvent.mouseDown(document.body);
  expect(numbers()).toEqual(["101"]);
  fireEvent.pointerUp(document.body);
  fireEvent.mouseUp(document.body);
  expect(numbers()).toEqual(["101"]);
  fireEvent.click(document.body);
  expect(numbers()).toEqual([]);
});

it("is quiet once a colleague has taken the order on", async () => {
  const { heard, show } = await open([]);
  show(first);
  show();
  const sofar = heard.tones;
  await wait(ROUND_MS * 4);
  expect(heard.tones).toBe(sofar);
  expect(document.title).toBe("Orders · Chuckwagon");
});

it("rings for the next order after the last one was seen, but not twice for one", async () => {
  const { numbers, show } = await open([]);
  show(first);
  await wait(ROUND_MS);
  fireEvent.keyDown(document.body);
  show(first, { ...first });
  expect(numbers()).toEqual([]);
  show(third, first);
  expect(numbers()).toEqual(["103"]);
});

it("falls silent with its screen", async () => {
  const { heard, show, unmount } = await open([]);
  show(first);
  unmount();
  const sofar = heard.tones;
  await wait(ROUND_MS * 4);
  expect(heard.tones).toBe(sofar);
  expect(document.title).toBe("Orders · Chuckwagon");
});

it("says that the sound is off until the page is touched, and then rings once", async () => {
  const heard = fakeAudio({ mayPlay: false });
  const { SoundBar } = await import("./connection-sound-and-printer-bars");
  render(<SoundBar />);
  expect(screen.getByText("Sound is off. New orders will not ring.")).toBeVisible();
  heard.mayPlay = true;
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Turn sound on" })));
  expect(screen.queryByText(/Sound is off/)).not.toBeInTheDocument();
  expect(heard.tones).toBeGreaterThan(0);
});

it.each(["keyDown", "click"] as const)("turns the sound on with any press (%s)", async (press) => {
  const heard = fakeAudio({ mayPlay: false });
  const { SoundBar } = await import("./connection-sound-and-printer-bars");
  render(<SoundBar />);
  await wait(0);
  heard.mayPlay = true;
  await act(async () => fireEvent.pointerUp(document.body));
  expect(screen.getByText(/Sound is off/)).toBeVisible();
  await act(async () => fireEvent[press](document.body));
  expect(screen.queryByText(/Sound is off/)).not.toBeInTheDocument();
});

it("says since when the connection is lost, on the truck's clock", async () => {
  const { ConnectionBars } = await import("./connection-sound-and-printer-bars");
  const lostSince = Date.parse("2026-11-21T20:03:00Z");
  const props = { truckId: "a".repeat(24), zone: "America/Los_Angeles" };
  const { rerender } = render(<ConnectionBars live={{ state: "lost", lostSince }} {...props} />);
  expect(screen.getByRole("alert")).toHaveTextContent("No connection since 12:03 PM.");
  rerender(<ConnectionBars live={{ state: "live", lostSince: null }} {...props} />);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

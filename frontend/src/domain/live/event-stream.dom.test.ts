import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eventText, fakeStreams } from "@/test/fake-stream";
import {
  FIRST_RETRY_MS,
  followStream,
  GRACE_MS,
  LAST_RETRY_MS,
  SILENCE_MS,
  type StreamEvent,
  type StreamOptions,
} from "./event-stream";

let stop = () => {};
let events: StreamEvent[] = [];
let states: [string, number | null][] = [];
let refusals: unknown[] = [];
let token = "one";
let visibility: DocumentVisibilityState = "visible";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, "random").mockReturnValue(1);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  [events, states, refusals, token, visibility] = [[], [], [], "one", "visible"];
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function follow(more: Partial<StreamOptions> = {}) {
  const streams = fakeStreams();
  stop = followStream({
    url: "/api/things/stream",
    headers: () => ({ Authorization: `Bearer ${token}` }),
    onEvent: (event) => events.push(event),
    onState: (...state) => states.push(state),
    onRefused: (status, headers) => refusals.push([status, headers.Authorization]),
    ...more,
  });
  return streams;
}

/** Lets everything that is under way arrive. */
const settle = () => vi.advanceTimersByTimeAsync(0);

function show(state: DocumentVisibilityState) {
  visibility = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

async function followLive() {
  const streams = follow();
  streams.last().open();
  streams.last().send(eventText("hello", { resumed: false }, "7"));
  await settle();
  return streams;
}

it("reads events however the bytes are cut, in the middle of a letter too", async () => {
  const { last } = follow();
  last().open();
  const bytes = new TextEncoder().encode(
    `retry: 2000\n\n: still here\n\n${eventText("order", { name: "José 🌮" }, "12")}`,
  );
  for (const byte of bytes) last().sendBytes(Uint8Array.of(byte));
  await settle();
  expect(events).toEqual([{ id: "12", name: "order", data: '{"name":"José 🌮"}' }]);
  expect(states).toEqual([["live", null]]);
});

it("says who reads, and nothing of a place in the stream at first", async () => {
  const { last } = follow();
  expect(last().url).toBe("/api/things/stream");
  expect(last().headers).toEqual({ Accept: "text/event-stream", Authorization: "Bearer one" });
});

it("goes on behind the last event that it has read, with today's token", async () => {
  const { last, connections } = await followLive();
  last().send(eventText("order", { a: 1 }, "9"));
  last().send("id: 10\nevent: order\ndata: cut o");
  await settle();
  token = "two";
  last().break();
  await vi.advanceTimersByTimeAsync(FIRST_RETRY_MS);
  expect(connections).toHaveLength(2);
  expect(last().headers).toMatchObject({ "Last-Event-ID": "9", Authorization: "Bearer two" });
  expect(events).toHaveLength(2);
});

it("connects again when the server closes the stream, without any word of a loss", async () => {
  const { last, connections } = await followLive();
  last().end();
  await vi.advanceTimersByTimeAsync(FIRST_RETRY_MS);
  last().open();
  last().send(eventText("hello", { resumed: true }, "7"));
  await vi.advanceTimersByTimeAsync(GRACE_MS + 1);
  expect(connections).toHaveLength(2);
  expect(states.map(([state]) => state)).toEqual(["live", "connecting", "live"]);
});

it("waits longer and longer while no answer comes, and says since when", async () => {
  const { last, connections } = await followLive();
  await vi.advanceTimersByTimeAsync(10_000);
  last().break();
  const waits: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    await settle();
    const [before, start] = [connections.length, Date.now()];
    while (connections.length === before) await vi.advanceTimersByTimeAsync(100);
    waits.push(Date.now() - start);
    last().break();
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, LAST_RETRY_MS, LAST_RETRY_MS]);
  expect(states.at(-1)).toEqual(["lost", 0]);
});

it("starts with short waits again once it was live", async () => {
  const { last, connections } = await followLive();
  for (let round = 0; round < 3; round += 1) {
    last().break();
    await vi.advanceTimersByTimeAsync(LAST_RETRY_MS);
  }
  last().open();
  last().send(eventText("hello", {}, "8"));
  await settle();
  const before = connections.length;
  last().break();
  await vi.advanceTimersByTimeAsync(FIRST_RETRY_MS);
  expect(connections).toHaveLength(before + 1);
});

it("gives up a line that has gone silent, but not one that only has nothing to tell", async () => {
  const { last, connections } = await followLive();
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
  last().send(": still here\n\n");
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
  expect(connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1 + FIRST_RETRY_MS);
  expect(connections).toHaveLength(2);
  expect(connections[0]?.isGone()).toBe(true);
});

it("gives up a server that takes the call and never answers", async () => {
  const { connections } = follow();
  await vi.advanceTimersByTimeAsync(SILENCE_MS + FIRST_RETRY_MS);
  expect(connections).toHaveLength(2);
  expect(states).toEqual([["lost", 0]]);
});

it.each([401, 403, 404, 400])("tries no more after %i, and says so", async (status) => {
  const { last, connections } = follow();
  last().open(status);
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event("online"));
  show("visible");
  await settle();
  expect(connections).toHaveLength(1);
  expect(refusals).toEqual([[status, "Bearer one"]]);
  expect(states.at(-1)?.[0]).toBe("lost");
});

it.each([429, 500, 502, 503])("tries again after %i", async (status) => {
  const { last, connections } = follow();
  last().open(status);
  await vi.advanceTimersByTimeAsync(FIRST_RETRY_MS);
  expect(connections).toHaveLength(2);
  expect(refusals).toEqual([]);
});

it("tries at once when the network is back, or the page is visible again", async () => {
  const { last, connections } = await followLive();
  window.dispatchEvent(new Event("offline"));
  for (let round = 0; round < 5; round += 1) {
    last().break();
    await vi.advanceTimersByTimeAsync(LAST_RETRY_MS);
  }
  const before = connections.length;
  last().break();
  await settle();
  window.dispatchEvent(new Event("online"));
  expect(connections).toHaveLength(before + 1);
  last().break();
  await settle();
  show("visible");
  expect(connections).toHaveLength(before + 2);
});

it("leaves a line that works alone when the page becomes visible", async () => {
  const { connections } = await followLive();
  show("hidden");
  show("visible");
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(connections).toHaveLength(1);
});

it("does not trust a line over which the device has slept", async () => {
  const { connections } = await followLive();
  vi.setSystemTime(SILENCE_MS * 100);
  show("visible");
  expect(connections).toHaveLength(2);
});

it("rests while hidden where that is asked for, and goes on behind the last event", async () => {
  const { last, connections } = follow({ pauseWhenHidden: true });
  last().open();
  last().send(eventText("hello", {}, "3"));
  await settle();
  show("hidden");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(connections).toHaveLength(1);
  expect(connections[0]?.isGone()).toBe(true);
  expect(states.at(-1)?.[0]).toBe("connecting");
  show("visible");
  expect(connections).toHaveLength(2);
  expect(last().headers["Last-Event-ID"]).toBe("3");
});

it("reads an event again that its reader could not take", async () => {
  let isBroken = true;
  const { last } = follow({
    onEvent: (event) => {
      if (isBroken && event.name === "order") throw new Error("no");
      events.push(event);
    },
  });
  last().open();
  last().send(eventText("hello", {}, "3"));
  last().send(eventText("order", {}, "4"));
  await settle();
  isBroken = false;
  await vi.advanceTimersByTimeAsync(FIRST_RETRY_MS);
  expect(last().headers["Last-Event-ID"]).toBe("3");
});

it("is quiet once it is told to stop", async () => {
  const { last, connections } = await followLive();
  stop();
  last().send(eventText("order", {}, "9"));
  await vi.advanceTimersByTimeAsync(120_000);
  window.dispatchEvent(new Event("online"));
  expect(connections).toHaveLength(1);
  expect(events.map(({ name }) => name)).toEqual(["hello"]);
});

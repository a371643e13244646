import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setTokenSource } from "@/domain/api/client";
import { eventText, fakeStreams } from "@/test/fake-stream";
import { type LiveSource, useLiveStream } from "./use-live-stream";

/** As long as the testing library waits. */
const PATIENT = { timeout: 10_000 };

let client: QueryClient;
let heard: unknown[];
beforeEach(() => {
  client = new QueryClient();
  heard = [];
});
afterEach(() => {
  setTokenSource(() => null);
  vi.unstubAllGlobals();
});

const source = (path: string, pauseWhenHidden = false): LiveSource => ({
  path,
  pauseWhenHidden,
  apply: (_client, name, data) => heard.push([name, data]),
  invalidate: () => heard.push("invalidate"),
});

/** One screen that follows a stream; all screens are of one app. */
function screenOf(path: string | null, onEvent?: (name: string, data: unknown) => void) {
  return renderHook(({ at }) => useLiveStream(at === null ? null : source(at), onEvent), {
    initialProps: { at: path },
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
}

it("brings each event into the cache, as data", async () => {
  setTokenSource(() => "t0ken");
  const { last } = fakeStreams();
  const { result } = screenOf("/orders/stream");
  expect(result.current).toEqual({ state: "connecting", lostSince: null });
  expect(last().headers.Authorization).toBe("Bearer t0ken");
  expect(last().url).toBe("/api/orders/stream");
  await act(async () => {
    last().open();
    last().send(eventText("hello", { resumed: true }, "1"));
    last().send(eventText("order", { _id: "a" }, "2"));
    await vi.waitFor(() => expect(heard).toHaveLength(1), PATIENT);
  });
  expect(heard).toEqual([["order", { _id: "a" }]]);
  expect(result.current.state).toBe("live");
});

it.each([
  ["a gap in the stream", eventText("hello", { resumed: false }, "1")],
  ["an event that cannot be read", 'id: 3\nevent: order\ndata: {"half\n\n'],
])("has everything read again after %s", async (_, text) => {
  const { last } = fakeStreams();
  screenOf("/orders/stream");
  await act(async () => {
    last().open();
    last().send(text);
    await vi.waitFor(() => expect(heard).toEqual(["invalidate"]), PATIENT);
  });
});

it("skips the read only at the first contact, and only soon after the page", async () => {
  const { last } = fakeStreams();
  vi.useFakeTimers({ toFake: ["Date"] });
  const since = vi.fn(() => "0");
  const follow = (path: string) =>
    renderHook(() => useLiveStream({ ...source(path), since }), {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    });
  const greet = () =>
    act(async () => {
      last().open();
      last().send(eventText("hello", { resumed: false }, "0"));
      await vi.waitFor(() => expect(last().isGone()).toBe(false), PATIENT);
    });
  follow("/first");
  expect(last().headers["Last-Event-ID"]).toBe("0");
  await greet();
  expect(heard).toEqual([]);
  await act(async () => {
    last().send(eventText("hello", { resumed: false }, "0"));
    await vi.waitFor(() => expect(heard).toEqual(["invalidate"]), PATIENT);
  });

  follow("/late");
  vi.setSystemTime(Date.now() + 3_600_000);
  await greet();
  await vi.waitFor(() => expect(heard).toEqual(["invalidate", "invalidate"]), PATIENT);
  vi.useRealTimers();
});

it("has one connection for all screens of an app, applies an event once and tells each screen", async () => {
  const { connections, last } = fakeStreams();
  const told: string[] = [];
  const first = screenOf("/orders/stream", () => told.push("first"));
  const second = screenOf("/orders/stream", () => told.push("second"));
  expect(connections).toHaveLength(1);
  await act(async () => {
    last().open();
    last().send(eventText("order", { _id: "a" }, "1"));
    await vi.waitFor(() => expect(told).toEqual(["first", "second"]), PATIENT);
  });
  expect(heard).toHaveLength(1);
  expect([first, second].map(({ result }) => result.current.state)).toEqual(["live", "live"]);
  first.unmount();
  const third = screenOf("/orders/stream");
  expect(third.result.current.state).toBe("live");
  second.unmount();
  await Promise.resolve();
  expect(last().isGone()).toBe(false);
  third.unmount();
  await Promise.resolve();
  expect([connections.length, last().isGone()]).toEqual([1, true]);
});

it("keeps the connection from one screen to the next", async () => {
  const { connections } = fakeStreams();
  const board = screenOf("/orders/stream");
  board.unmount();
  screenOf("/orders/stream");
  await Promise.resolve();
  expect(connections).toHaveLength(1);
  expect(connections[0]?.isGone()).toBe(false);
});

it("tells the session that its token is no longer accepted", async () => {
  const rejected = vi.fn();
  setTokenSource(() => "old", rejected);
  const { last } = fakeStreams();
  const { result } = screenOf("/orders/stream");
  await act(async () => {
    last().open(401);
    await vi.waitFor(() => expect(rejected).toHaveBeenCalledWith("old"), PATIENT);
  });
  expect(result.current.state).toBe("lost");
});

it("leaves the session alone when a stream is refused, and lets the next screen try again", async () => {
  const rejected = vi.fn();
  setTokenSource(() => "good", rejected);
  const { connections, last } = fakeStreams();
  const { result } = screenOf("/orders/stream");
  last().open(403);
  await waitFor(() => expect(result.current.state).toBe("lost"));
  expect(rejected).not.toHaveBeenCalled();
  screenOf("/orders/stream");
  expect(connections).toHaveLength(2);
});

it("follows another path instead, and none for null", async () => {
  const { connections } = fakeStreams();
  const { rerender, unmount } = screenOf(null);
  expect(connections).toHaveLength(0);
  rerender({ at: "/one" });
  rerender({ at: "/two" });
  expect(connections.map(({ url }) => url)).toEqual(["/api/one", "/api/two"]);
  await Promise.resolve();
  expect(connections[0]?.isGone()).toBe(true);
  unmount();
  await Promise.resolve();
  expect(connections[1]?.isGone()).toBe(true);
});

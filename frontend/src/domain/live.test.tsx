import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { setTokenSource } from "@/domain/api/client";
import { eventText, fakeStreams } from "@/test/fake-stream";
import { useLiveStream } from "./live";

/** As long as the testing library waits. */
const PATIENT = { timeout: 10_000 };

afterEach(() => {
  setTokenSource(() => null);
  vi.unstubAllGlobals();
});

function follow(path: string | null) {
  const streams = fakeStreams();
  const heard: unknown[] = [];
  const hook = renderHook(
    ({ at }: { at: string | null }) =>
      useLiveStream(at, {
        onHello: (resumed) => heard.push(["hello", resumed]),
        onEvent: (name, data) => heard.push([name, data]),
      }),
    { initialProps: { at: path } },
  );
  return { ...streams, ...hook, heard };
}

it("hands over what the server tells, as data", async () => {
  setTokenSource(() => "t0ken");
  const { last, heard, result } = follow("/orders/stream");
  expect(result.current).toEqual({ state: "connecting", lostSince: null });
  expect(last().headers.Authorization).toBe("Bearer t0ken");
  expect(last().url).toBe("/api/orders/stream");
  await act(async () => {
    last().open();
    last().send(eventText("hello", { resumed: true }, "1"));
    last().send(eventText("order", { _id: "a" }, "2"));
    await vi.waitFor(() => expect(heard).toHaveLength(2), PATIENT);
  });
  expect(heard).toEqual([
    ["hello", true],
    ["order", { _id: "a" }],
  ]);
  expect(result.current.state).toBe("live");
});

it("asks for everything anew after an event that nobody can read", async () => {
  const { last, heard } = follow("/orders/stream");
  await act(async () => {
    last().open();
    last().send('id: 3\nevent: order\ndata: {"half\n\n');
    await vi.waitFor(() => expect(heard).toEqual([["hello", false]]), PATIENT);
  });
});

it("tells the session that its token is no longer accepted", async () => {
  const rejected = vi.fn();
  setTokenSource(() => "old", rejected);
  const { last, result } = follow("/orders/stream");
  await act(async () => {
    last().open(401);
    await vi.waitFor(() => expect(rejected).toHaveBeenCalledWith("old"), PATIENT);
  });
  expect(result.current.state).toBe("lost");
});

it("leaves the session alone when a stream is not there or not for this user", async () => {
  const rejected = vi.fn();
  setTokenSource(() => "good", rejected);
  const { last, result } = follow("/orders/stream");
  last().open(403);
  await waitFor(() => expect(result.current.state).toBe("lost"));
  expect(rejected).not.toHaveBeenCalled();
});

it("follows another path instead, and none for null", async () => {
  const { connections, rerender, unmount } = follow(null);
  expect(connections).toHaveLength(0);
  rerender({ at: "/one" });
  rerender({ at: "/two" });
  expect(connections.map(({ url }) => url)).toEqual(["/api/one", "/api/two"]);
  expect(connections[0]?.isGone()).toBe(true);
  unmount();
  expect(connections[1]?.isGone()).toBe(true);
});

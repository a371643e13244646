import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import {
  aDisruption,
  aPreview,
  ELSEWHERE,
  FAILED,
  STOP,
  serveDisruptions,
} from "@/test/staff/disruptions-backend";
import { aPlace, aStaffStop, serveSchedule } from "@/test/staff/schedule-backend";
import { signInAs } from "@/test/staff/staff";
import "@/test/staff/staff-pages";

/** Tuesday, 11:31 AM at the place. */
const NOW = new Date("2026-06-02T15:31:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  sessionStorage.clear();
  signInAs("admin");
});

afterEach(() => vi.useRealTimers());

const planButton = () => screen.findByRole("button", { name: "Change of plan" });
const drawer = () => within(screen.getByRole("dialog", { name: "Change of plan" }));
const press = async (user: App["user"], name: string | RegExp) =>
  user.click(await drawer().findByRole("button", { name }));
const heading = (name: string) => drawer().findByRole("heading", { level: 3, name });
type App = ReturnType<typeof renderApp>;

async function openPlan() {
  const app = renderApp("/admin/orders");
  await app.user.click(await planButton());
  return app;
}

async function openPreview() {
  const app = await openPlan();
  await press(app.user, /^We run late/);
  await press(app.user, "Show what happens");
  await heading("This will happen");
  return app;
}

const sentences = () =>
  drawer()
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("the way to a preview", () => {
  it("takes three taps from the orders, and says what happens in sentences", async () => {
    const backend = serveDisruptions();
    await openPreview();
    expect(sentences()).toEqual([
      "23 customers get a text.",
      "4 orders, $71.20, are refunded.",
      "19 keep their order, 20 minutes later.",
    ]);
    expect(drawer().getByText("Spicy Burritos runs 20 minutes late.")).toBeVisible();
    expect(drawer().getByRole("heading", { level: 3 })).toHaveFocus();
    expect(backend.previews).toEqual([{ kind: "late", minutes: 20, extendEnd: false }]);
    expect(backend.starts).toHaveLength(0);
  });

  it("for a move names the new place", async () => {
    const backend = serveDisruptions();
    backend.state.preview = () =>
      HttpResponse.json(
        aPreview({
          kind: "moved",
          orders: { newTime: 0, newPlace: 2, refunded: 0, unchanged: 0 },
          messages: 1,
          checkouts: 1,
        }),
      );
    const { user } = await openPlan();
    await press(user, /^We are somewhere else/);
    expect(await drawer().findByLabelText("New place")).toHaveTextContent(
      "Market Square, 1 Main St",
    );
    await user.type(drawer().getByLabelText(/^In your own words/), " The street is closed. ");
    await press(user, "Show what happens");
    await heading("This will happen");
    expect(sentences()).toEqual([
      "1 customer gets a text.",
      "2 keep their order, at Market Square.",
      "1 customer who is paying now has to choose again.",
    ]);
    expect(backend.previews).toEqual([
      { kind: "moved", placeId: ELSEWHERE._id, sentence: "The street is closed." },
    ]);
    expect(drawer().getByRole("button", { name: "Move the stop" })).toBeEnabled();
  });

  it("for an earlier end reads the time on the clock of the place", async () => {
    const backend = serveDisruptions();
    backend.state.preview = () =>
      HttpResponse.json(
        aPreview({
          kind: "ends_early",
          orders: { newTime: 0, newPlace: 0, refunded: 1, unchanged: 3 },
          messages: 0,
          refundTotal: 18.4,
        }),
      );
    const { user } = await openPlan();
    await press(user, /^We close early/);
    const time = await drawer().findByLabelText("Closes at");
    expect(time).toHaveValue("11:35");
    expect(drawer().getByText("Instead of 2:00 PM.")).toBeVisible();
    await user.clear(time);
    await user.type(time, "13:15");
    await press(user, "Show what happens");
    await heading("This will happen");
    expect(sentences()).toEqual([
      "No customer gets a text.",
      "1 order, $18.40, is refunded.",
      "3 orders stay as they are.",
    ]);
    expect(backend.previews).toEqual([{ kind: "ends_early", endsAt: "2026-06-02T17:15:00.000Z" }]);
  });

  it("for a cancelled stop needs no field, and the way back keeps what was typed", async () => {
    const backend = serveDisruptions();
    const { user } = await openPlan();
    await press(user, /^We cannot come/);
    await user.type(drawer().getByLabelText(/^In your own words/), "Flat tire.");
    await press(user, "Show what happens");
    await heading("This will happen");
    await press(user, "Back");
    expect(drawer().getByLabelText(/^In your own words/)).toHaveValue("Flat tire.");
    await press(user, "Back");
    expect(await heading("What happened?")).toHaveFocus();
    expect(backend.previews).toEqual([{ kind: "cancelled", sentence: "Flat tire." }]);
  });

  it("says at its field what the server or the form does not take", async () => {
    const backend = serveDisruptions();
    const { user } = await openPlan();
    await press(user, /^We run late/);
    const minutes = drawer().getByLabelText("Minutes");
    await user.clear(minutes);
    await user.type(minutes, "3");
    await press(user, "Show what happens");
    expect(await drawer().findByText("Enter a number from 5 to 180")).toBeVisible();
    expect(backend.previews).toHaveLength(0);
    await user.click(drawer().getByRole("button", { name: "60 min" }));
    expect(minutes).toHaveValue(60);
    const error = "So late, the stop would begin after its end. Extend it, or cancel it.";
    backend.state.preview = () =>
      HttpResponse.json(
        { error, code: "invalid_input", fields: { minutes: error } },
        { status: 400 },
      );
    await press(user, "Show what happens");
    await waitFor(() => expect(minutes).toHaveAccessibleDescription(error));
    backend.state.preview = () =>
      HttpResponse.json(
        { error: "Another stop.", code: "stop_overlaps", stop: STOP },
        { status: 409 },
      );
    await user.click(drawer().getByRole("checkbox", { name: "Close that much later too" }));
    await press(user, "Show what happens");
    expect(await drawer().findByRole("alert")).toHaveTextContent(/Pier 5/);
    expect(backend.previews.at(-1)).toMatchObject({ minutes: 60, extendEnd: true });
  });

  it("is there for a truck at a stop alone", async () => {
    serveDisruptions([], null);
    renderApp("/admin/orders");
    await screen.findByText("No orders yet");
    expect(screen.queryByRole("button", { name: "Change of plan" })).not.toBeInTheDocument();
  });
});

describe("the start", () => {
  it("leaves ten seconds to take it back", async () => {
    const backend = serveDisruptions();
    const { user } = await openPreview();
    await press(user, "Run late");
    expect(await drawer().findByText(/^Starts in (10|9)$/)).toBeVisible();
    expect(backend.starts).toEqual([
      {
        body: { kind: "late", minutes: 20, extendEnd: false, digest: "d1" },
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    await press(user, "Take back");
    expect(await screen.findByText("Taken back. Nothing has changed.")).toBeVisible();
    expect(await heading("What happened?")).toHaveFocus();
    expect(backend.takenBack).toHaveLength(1);
  });

  it.each([-120, 120])("counts by the clock of the server (device %i seconds off)", async (off) => {
    vi.setSystemTime(NOW.getTime() + off * 1000);
    serveDisruptions();
    const { user } = await openPreview();
    await press(user, "Run late");
    expect(await drawer().findByText(/^Starts in (10|9)$/)).toBeVisible();
  });

  it("that was too late to take back goes on with what runs", async () => {
    const backend = serveDisruptions();
    const { user } = await openPreview();
    await press(user, "Run late");
    backend.state.takeBack = () => {
      const running = aDisruption({ state: "running", done: 1, total: 19 });
      backend.take(running);
      return HttpResponse.json(
        { error: "It has started.", code: "disruption_started", disruption: running },
        { status: 409 },
      );
    };
    await press(user, "Take back");
    expect(await drawer().findByText("1 of 19 done")).toBeVisible();
    expect(drawer().queryByRole("button", { name: "Take back" })).not.toBeInTheDocument();
  });

  it("from an outdated preview shows the fresh one, and that goes", async () => {
    const backend = serveDisruptions();
    const { user } = await openPreview();
    const start = backend.state.start;
    backend.state.start = () => {
      backend.state.start = start;
      const preview = aPreview({ messages: 24, digest: "d2" });
      return HttpResponse.json(
        { error: "Something has changed.", code: "preview_outdated", preview },
        { status: 409 },
      );
    };
    await press(user, "Run late");
    expect(
      await drawer().findByText("Something has changed meanwhile. This is how it is now."),
    ).toBeVisible();
    expect(sentences()[0]).toBe("24 customers get a text.");
    await press(user, "Run late");
    expect(await drawer().findByRole("button", { name: "Take back" })).toBeVisible();
    expect(backend.starts.map(({ body }) => (body as { digest: string }).digest)).toEqual([
      "d1",
      "d2",
    ]);
  });

  it.each(["preview", "start"] as const)(
    "beside a colleague's leads to theirs (%s)",
    async (call) => {
      const backend = serveDisruptions();
      const { user } = await openPlan();
      const refuse = () => {
        const theirs = aDisruption({ by: "Marisol", state: "running", done: 3, total: 9 });
        backend.take(theirs);
        return HttpResponse.json(
          { error: "Another one runs.", code: "disruption_running", disruption: theirs },
          { status: 409 },
        );
      };
      backend.state[call] = refuse;
      await press(user, /^We run late/);
      await press(user, "Show what happens");
      if (call === "start") await press(user, "Run late");
      expect(await drawer().findByText("3 of 9 done")).toBeVisible();
      expect(drawer().getByText("Started by Marisol")).toBeVisible();
    },
  );

  it("that fails says so, and is repeated under its key", async () => {
    const backend = serveDisruptions();
    const { user } = await openPreview();
    const start = backend.state.start;
    backend.state.start = () => HttpResponse.error();
    await press(user, "Run late");
    expect(await drawer().findByRole("alert")).toHaveTextContent(
      /^It was not started: Unable to connect/,
    );
    backend.state.start = start;
    await press(user, "Run late");
    await drawer().findByRole("button", { name: "Take back" });
    expect(backend.starts[1]?.key).toBe(backend.starts[0]?.key);
  });
});

describe("the progress", () => {
  it("is live, and ends with whom to call", async () => {
    const stream = serveStream("*/api/orders/stream");
    const backend = serveDisruptions([aDisruption({ state: "running", done: 12, total: 23 })]);
    await openPlan();
    expect(await drawer().findByText("12 of 23 done")).toHaveRole("status");
    expect(drawer().getByRole("progressbar", { name: "Progress" })).toHaveValue(12);
    await waitFor(() => expect(stream.isHeard()).toBe(true));
    backend.take(aDisruption({ state: "done", done: 21, total: 23, failed: FAILED }));
    await act(async () => stream.say("disruption", { disruptionId: "d".repeat(24) }));
    expect(await drawer().findByText("21 of 23 done. The rest need you.")).toBeVisible();
    const calls = within(drawer().getByRole("region", { name: "2 customers need a phone call" }));
    const [grace, noor] = calls.getAllByRole("listitem");
    expect(grace).toHaveTextContent("#107 Grace HopperThe customer has opted out of texts.");
    expect(
      within(grace as HTMLElement).getByRole("link", { name: "(213) 555-0147" }),
    ).toHaveAttribute("href", "tel:+12135550147");
    expect(noor).toHaveTextContent("#108 NoorThere is no phone number.No phone number");
  });

  it("is polled while the stream is cut", async () => {
    const backend = serveDisruptions([aDisruption({ state: "running", done: 0, total: 2 })]);
    await openPlan();
    await drawer().findByText("0 of 2 done");
    backend.take(aDisruption({ state: "done", done: 2, total: 2 }));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(await drawer().findByText("Done. All 2 customers are told.")).toBeVisible();
  });

  it("tries again what has failed, and says when that fails too", async () => {
    const backend = serveDisruptions([
      aDisruption({ state: "done", done: 21, total: 23, failed: FAILED }),
    ]);
    const { user } = await openPlan();
    const retry = backend.state.retry;
    backend.state.retry = () => HttpResponse.json({ error: "No luck." }, { status: 500 });
    await press(user, "Try again");
    expect(await drawer().findByRole("alert")).toHaveTextContent("No luck.");
    backend.state.retry = retry;
    await press(user, "Try again");
    expect(await drawer().findByText("21 of 23 done")).toBeVisible();
    expect(drawer().queryByRole("region", { name: /phone call/ })).not.toBeInTheDocument();
    expect(backend.retries).toHaveLength(2);
  });

  it("stays in a bar over the orders, and Escape gives the focus back", async () => {
    serveDisruptions([aDisruption({ state: "running", done: 12, total: 23 })]);
    const { user } = await openPlan();
    await drawer().findByText("12 of 23 done");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(await planButton()).toHaveFocus();
    expect(screen.getByText("Change of plan: 12 of 23 done")).toHaveRole("status");
    await user.click(screen.getByRole("button", { name: "Show" }));
    expect(await drawer().findByText("12 of 23 done")).toBeVisible();
  });

  it("of a stop that was cancelled is there for every colleague, until it is closed", async () => {
    const cancelled = { kind: "cancelled", done: 1, total: 3, allowsNext: true } as const;
    const backend = serveDisruptions([aDisruption({ ...cancelled, state: "running" })], null);
    const first = renderApp("/admin/orders");
    await first.user.click(await screen.findByRole("button", { name: "Show" }));
    expect(await drawer().findByText("1 of 3 done")).toBeVisible();
    expect(drawer().queryByRole("button", { name: "Close this list" })).not.toBeInTheDocument();
    first.unmount();
    backend.take(aDisruption({ ...cancelled, state: "done", failed: FAILED }));
    const { user, unmount } = renderApp("/admin/orders");
    expect(await screen.findByText("2 customers need a phone call")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show" }));
    await press(user, "Close this list");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(screen.queryByText("2 customers need a phone call")).not.toBeInTheDocument();
    unmount();
    renderApp("/admin/orders");
    await screen.findByText("No orders yet");
    expect(screen.queryByText("2 customers need a phone call")).not.toBeInTheDocument();
  });

  it("of a stop that was cancelled leaves the button to the present stop", async () => {
    const stopId = "9".repeat(24);
    serveDisruptions([aDisruption({ stopId, state: "running", done: 1, total: 3 })]);
    server.use(http.get("*/api/stops/:id/disruptions", () => HttpResponse.json([])));
    await openPlan();
    expect(await heading("What happened?")).toBeVisible();
    expect(screen.getByText("Change of plan: 1 of 3 done")).toBeInTheDocument();
  });

  it("of which only texts are left makes room for another change", async () => {
    const running = aDisruption({ state: "running", done: 0, total: 2, allowsNext: true });
    serveDisruptions([running]);
    const { user } = await openPlan();
    expect(await drawer().findByText("0 of 2 done")).toBeVisible();
    await press(user, "Another change of plan");
    expect(await heading("What happened?")).toBeVisible();
  });

  it("says what to do about a refund that was refused", async () => {
    const [grace] = FAILED;
    const failed = grace ? [{ ...grace, problem: "refund" as const }] : [];
    serveDisruptions([aDisruption({ kind: "cancelled", state: "done", failed })]);
    await openPlan();
    expect(await drawer().findByText(/^The card refund was refused\. Try again\./)).toBeVisible();
  });

  it("names whom an earlier change of plan of the stop has left to call", async () => {
    const _id = "e".repeat(24);
    serveDisruptions([
      aDisruption({ state: "running", done: 1, total: 2 }),
      aDisruption({ _id, state: "done", failed: FAILED }),
    ]);
    await openPlan();
    expect(await drawer().findByText("1 of 2 done")).toBeVisible();
    expect(drawer().getByRole("region", { name: "2 customers need a phone call" })).toBeVisible();
  });

  it("that is over makes room for another change", async () => {
    const backend = serveDisruptions([aDisruption({ state: "running", done: 0, total: 0 })]);
    const { user } = await openPlan();
    await drawer().findByText("0 of 0 done");
    backend.take(aDisruption({ state: "done" }));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(await drawer().findByText("Done. No order was affected.")).toBeVisible();
    await press(user, "Another change of plan");
    expect(await heading("What happened?")).toBeVisible();
  });
});

it("starts from the sheet of a stop on the schedule too", async () => {
  const backend = serveDisruptions();
  serveSchedule([aPlace(), ELSEWHERE], [aStaffStop({ ...STOP, orders: 3 })]);
  const { user } = renderApp("/admin/schedule");
  await user.click(await screen.findByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  await user.click(await planButton());
  await press(user, /^We run late/);
  await press(user, "Show what happens");
  await heading("This will happen");
  expect(backend.previews).toHaveLength(1);
});

it("on the sheet of a cancelled stop shows every colleague how far it is and whom to call", async () => {
  serveSchedule([aPlace()], [aStaffStop({ ...STOP, status: "cancelled", state: "cancelled" })]);
  const cancelled = { kind: "cancelled", done: 21, total: 23 } as const;
  const backend = serveDisruptions(
    [aDisruption({ ...cancelled, state: "done", failed: FAILED })],
    null,
  );
  const { user } = renderApp("/admin/schedule");
  await user.click(await screen.findByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  await user.click(await planButton());
  const calls = await screen.findByRole("region", { name: "2 customers need a phone call" });
  expect(within(calls).getByText("Grace Hopper", { exact: false })).toBeVisible();
  expect(screen.queryByText("What happened?")).not.toBeInTheDocument();
  await press(user, "Try again");
  expect(await screen.findByText("21 of 23 done")).toBeVisible();
  expect(backend.retries).toHaveLength(1);
});

it("on the sheet of a cancelled stop shows that all customers are told", async () => {
  serveSchedule([aPlace()], [aStaffStop({ ...STOP, status: "cancelled", state: "cancelled" })]);
  serveDisruptions([aDisruption({ kind: "cancelled", state: "done", done: 2, total: 2 })], null);
  const { user } = renderApp("/admin/schedule");
  await user.click(await screen.findByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  await user.click(await planButton());
  expect(await screen.findByText("Done. All 2 customers are told.")).toBeVisible();
  await press(user, "Close this list");
  await waitFor(() =>
    expect(screen.queryByText("Done. All 2 customers are told.")).not.toBeInTheDocument(),
  );
});

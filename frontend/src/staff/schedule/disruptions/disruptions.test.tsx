import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls } from "@/test/server";
import {
  aDisruption,
  aPreview,
  drawer,
  ELSEWHERE,
  heading,
  NOW,
  openPlan,
  openPreview,
  press,
  STOP,
  sentences,
  serveDisruptions,
  setUpPlan,
} from "@/test/staff/disruptions-backend";
import { aPlace } from "@/test/staff/schedule-backend";
import "@/test/staff/staff-pages";

setUpPlan();

describe("the way to a preview", () => {
  it("takes three taps from the orders, and says what happens in sentences", async () => {
    const backend = serveDisruptions();
    await openPreview();
    expect(sentences()).toEqual([
      "23 customers get a text.",
      "4 orders, $71.20, are refunded.",
      "19 orders are kept, 20 minutes later.",
    ]);
    expect(drawer().getByText("Spicy Burritos runs 20 minutes late.")).toBeVisible();
    await waitFor(() => expect(drawer().getByRole("heading", { level: 3 })).toHaveFocus());
    expect(backend.previews).toEqual([{ kind: "late", minutes: 20, extendEnd: false }]);
    expect(backend.starts).toHaveLength(0);
  });

  it("for a move names the new place, and starts what was shown", async () => {
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
    expect(drawer().getByLabelText("New place")).toHaveDisplayValue("Market Square, 1 Main St");
    await user.type(drawer().getByLabelText(/^In your own words/), " The street is closed. ");
    await press(user, "Show what happens");
    await heading("This will happen");
    expect(sentences()).toEqual([
      "1 customer gets a text.",
      "2 orders are kept, at Market Square.",
      "1 customer who is paying now has to choose again.",
    ]);
    expect(backend.previews).toEqual([
      { kind: "moved", placeId: ELSEWHERE._id, sentence: "The street is closed." },
    ]);
    await press(user, "Move the stop");
    await drawer().findByRole("button", { name: "Undo" });
    expect(backend.starts[0]?.body).toEqual({
      kind: "moved",
      placeId: ELSEWHERE._id,
      sentence: "The street is closed.",
      digest: "d1",
    });
  });

  it.each([
    ["", true],
    ["9 Lake Ave", false],
  ])(
    "for a move to a place with the address %j warns that the text has only its name: %s",
    async (address, isWarned) => {
      const backend = serveDisruptions();
      backend.state.preview = () => HttpResponse.json(aPreview({ kind: "moved" }));
      const { user } = await openPlan();
      await press(user, /^We are somewhere else/);
      await user.selectOptions(await drawer().findByLabelText("New place"), "Another place…");
      await user.type(drawer().getByLabelText("Name of the place"), "Canal Park");
      if (address) await user.type(drawer().getByLabelText("Address"), address);
      await press(user, "Show what happens");
      await heading("This will happen");
      const warning = drawer().queryByText(/^The place has no address/);
      expect(warning !== null).toBe(isWarned);
    },
  );

  it("for a move to another place sends it along, and saves nothing by looking", async () => {
    const backend = serveDisruptions();
    const saved = recordCalls("post", "*/api/places", bodyOf, () => HttpResponse.json(aPlace()));
    backend.state.preview = () =>
      HttpResponse.json(
        aPreview({
          kind: "moved",
          orders: { newTime: 0, newPlace: 2, refunded: 0, unchanged: 0 },
        }),
      );
    const { user } = await openPlan();
    await press(user, /^We are somewhere else/);
    await user.selectOptions(await drawer().findByLabelText("New place"), "Another place…");
    await user.type(drawer().getByLabelText("Name of the place"), "Canal Park");
    await user.type(drawer().getByLabelText("Address"), "9 Lake Ave");
    await press(user, "Show what happens");
    await heading("This will happen");
    expect(sentences()).toContain("2 orders are kept, at Canal Park.");
    await press(user, "Back");
    await press(user, "Show what happens");
    await heading("This will happen");
    const position = { latitude: null, longitude: null };
    const newPlace = { name: "Canal Park", address: "9 Lake Ave", ...position };
    expect(backend.previews).toEqual(Array(2).fill({ kind: "moved", newPlace }));
    await press(user, "Move the stop");
    await drawer().findByRole("button", { name: "Undo" });
    expect(backend.starts[0]?.body).toEqual({ kind: "moved", newPlace, digest: "d1" });
    expect(saved).toEqual([]);
  });

  it.each([
    ["shown", () => HttpResponse.json(aPreview({ kind: "moved" }))],
    ["refused", () => HttpResponse.json({ error: "The kitchen is busy." }, { status: 409 })],
  ])(
    "for a move keeps what was typed of the only other place (preview %s)",
    async (what, preview) => {
      const backend = serveDisruptions();
      recordCalls(
        "get",
        "*/api/places",
        () => null,
        () => HttpResponse.json([aPlace()]),
      );
      backend.state.preview = preview;
      const { user } = await openPlan();
      await press(user, /^We are somewhere else/);
      await user.type(await drawer().findByLabelText("Name of the place"), "Canal Park");
      await user.type(drawer().getByLabelText("Address"), "9 Lake Ave");
      await press(user, "Show what happens");
      if (what === "shown") {
        await heading("This will happen");
        await press(user, "Back");
      } else await drawer().findByRole("alert");
      expect(drawer().getByLabelText("Name of the place")).toHaveValue("Canal Park");
      expect(drawer().getByLabelText("Address")).toHaveValue("9 Lake Ave");
      await press(user, "Show what happens");
      await waitFor(() => expect(backend.previews).toHaveLength(2));
      expect(backend.previews[0]).toMatchObject({ newPlace: { address: "9 Lake Ave" } });
      expect(backend.previews[1]).toEqual(backend.previews[0]);
    },
  );

  it("for an earlier end reads the time on the clock of the place, and starts what was shown", async () => {
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
    await press(user, "Close early");
    await drawer().findByRole("button", { name: "Undo" });
    expect(backend.starts[0]?.body).toEqual({
      kind: "ends_early",
      endsAt: "2026-06-02T17:15:00.000Z",
      digest: "d1",
    });
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
    await waitFor(async () => expect(await heading("What happened?")).toHaveFocus());
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
    const { user } = renderApp("/admin/orders");
    await screen.findByText("No orders yet");
    await user.click(await screen.findByRole("button", { name: /^Service/ }));
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
    await press(user, "Undo");
    expect(await screen.findByText("Undone. Nothing has changed.")).toBeVisible();
    await waitFor(async () => expect(await heading("What happened?")).toHaveFocus());
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
    await press(user, "Undo");
    expect(await drawer().findByText("1 of 19 done")).toBeVisible();
    expect(drawer().queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
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
    expect(await drawer().findByRole("button", { name: "Undo" })).toBeVisible();
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
    await drawer().findByRole("button", { name: "Undo" });
    expect(backend.starts[1]?.key).toBe(backend.starts[0]?.key);
  });
});

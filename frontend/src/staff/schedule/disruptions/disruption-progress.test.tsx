import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import {
  aDisruption,
  drawer,
  ELSEWHERE,
  FAILED,
  heading,
  openPlan,
  planButton,
  press,
  STOP,
  serveDisruptions,
  setUpPlan,
} from "@/test/staff/disruptions-backend";
import { aPlace, aStaffStop, serveSchedule } from "@/test/staff/schedule-backend";
import { anOrder } from "@/test/staff/staff";
import "@/test/staff/staff-pages";

setUpPlan();

describe("the progress", () => {
  it("is live, and ends with whom to call", async () => {
    const stream = serveStream(server, "*/api/orders/stream");
    const backend = serveDisruptions([aDisruption({ state: "running", done: 12, total: 23 })]);
    await openPlan();
    expect(await drawer().findByText("12 of 23 done")).toHaveRole("status");
    expect(drawer().getByRole("progressbar", { name: "Progress" })).toHaveValue(12);
    await waitFor(() => expect(stream.isHeard()).toBe(true));
    backend.take(aDisruption({ state: "done", done: 21, total: 23, failed: FAILED }));
    await act(async () => stream.say("disruption", { disruptionId: "d".repeat(24) }));
    expect(await drawer().findByText("21 of 23 done. Please take care of the rest.")).toBeVisible();
    const calls = within(drawer().getByRole("region", { name: "2 customers need a phone call" }));
    const [grace, noor] = calls.getAllByRole("listitem");
    expect(grace).toHaveTextContent("#107 Grace HopperThe customer has opted out of texts.");
    expect(
      within(grace as HTMLElement).getByRole("link", { name: "(213) 555-0147" }),
    ).toHaveAttribute("href", "tel:+12135550147");
    expect(noor).toHaveTextContent("#108 NoorThere is no phone number.No phone number");
  });

  it("lists whom staff pay back themselves, with one press each", async () => {
    const due = {
      orderId: "1".repeat(24),
      orderNumber: "107",
      customerName: "Cash Carl",
      phone: null,
    };
    const payOuts = [{ ...due, refundId: "r".repeat(24), amount: 21.75, method: "cash" as const }];
    const backend = serveDisruptions([aDisruption({ state: "done", done: 2, total: 2, payOuts })]);
    const paid = recordCalls("post", "*/api/orders/:id/pay-outs", bodyOf, () => {
      backend.take(aDisruption({ state: "done", done: 2, total: 2 }));
      return HttpResponse.json(anOrder());
    });
    const { user } = await openPlan();
    const list = within(
      await drawer().findByRole("region", { name: "1 refund to pay out, $21.75" }),
    );
    expect(list.getByRole("listitem")).toHaveTextContent(
      "#107 Cash CarlNo phone numberPay $21.75 back in cash.",
    );
    await user.click(list.getByRole("button", { name: "Mark $21.75 for order #107 as paid out" }));
    await waitFor(() => expect(drawer().queryByText(/to pay out/)).toBeNull());
    expect(paid).toEqual([{ refundId: "r".repeat(24) }]);
  });

  it("is polled while the stream is cut", async () => {
    const backend = serveDisruptions([aDisruption({ state: "running", done: 0, total: 2 })]);
    await openPlan();
    await drawer().findByText("0 of 2 done");
    backend.take(aDisruption({ state: "done", done: 2, total: 2 }));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(await drawer().findByText("Done. All 2 customers were told.")).toBeVisible();
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
    await waitFor(async () => expect(await planButton()).toHaveFocus());
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
  expect(await screen.findByText("Done. All 2 customers were told.")).toBeVisible();
  await press(user, "Close this list");
  await waitFor(() =>
    expect(screen.queryByText("Done. All 2 customers were told.")).not.toBeInTheDocument(),
  );
});

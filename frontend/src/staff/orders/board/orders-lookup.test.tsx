import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { anOrder, aStaffTruck, signInAs } from "@/test/staff/staff";

const ADA = anOrder({ _id: "1".repeat(24), orderNumber: "101", status: "completed" });
const GRACE = anOrder({ _id: "2".repeat(24), orderNumber: "102", customerName: "Grace Hopper" });
const OLD = anOrder({ _id: "3".repeat(24), orderNumber: "50" });

let asked: URLSearchParams[];

/** What the server answers to a question about the list; the questions of the alarm are not counted. */
function answerTo(query: URLSearchParams): { orders: StaffOrder[]; nextCursor: string | null } {
  if (query.get("cursor") === "page-2") return { orders: [OLD], nextCursor: null };
  const search = query.get("q");
  if (search !== null) {
    return { orders: search === "hopper" ? [GRACE] : [], nextCursor: null };
  }
  if (query.get("from")) return { orders: [], nextCursor: null };
  return { orders: [GRACE, ADA], nextCursor: "page-2" };
}

beforeEach(() => {
  asked = [];
  signInAs("admin");
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([])),
    http.get("*/api/orders/counts", () => HttpResponse.json({ pending: 1, completed: 1 })),
    http.get("*/api/orders", ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get("sortField") === "createdAt") asked.push(query);
      const { orders, nextCursor } = answerTo(query);
      return HttpResponse.json({ orders, total: 3, totalIsExact: true, nextCursor });
    }),
  );
});

afterEach(() => vi.useRealTimers());

async function openBoard(path = "/admin/orders?status=all") {
  const app = renderApp(path);
  await screen.findAllByRole("article");
  return app;
}

const numbers = () =>
  screen.queryAllByRole("article").map((ticket) => ticket.getAttribute("aria-label"));
const address = () => screen.getByLabelText("Address").textContent;
const search = () => screen.getByLabelText("Search number, name or phone");

const REST_MS = 400;

/** The screen's own timers pass as the test says, and nothing of the network's stands still. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }).setTimerTickMode("manual");
}

function type(value: string): void {
  fireEvent.change(search(), { target: { value } });
  act(() => vi.advanceTimersByTime(REST_MS - 1));
}

it("searches once the typing rests, keeps the search in the address, and clears it", async () => {
  const { user } = await openBoard();
  stopTime();
  type(" hop");
  type(" hopper");
  expect(address()).toBe("/admin/orders?status=all");
  act(() => vi.advanceTimersByTime(1));
  expect(address()).toBe("/admin/orders?q=hopper");
  vi.setTimerTickMode("interval");
  await waitFor(() => expect(numbers()).toEqual(["Order #102"]));
  expect(asked.map((query) => query.get("q"))).toEqual([null, "hopper"]);

  type("no such customer");
  expect(await screen.findByRole("heading", { name: "No orders match" })).toBeVisible();
  expect(screen.getByText('Nothing was found for "no such customer".')).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all orders" }));
  await waitFor(() => expect(numbers()).toEqual(["Order #102", "Order #101"]));
  expect(search()).toHaveValue("");
  expect(address()).toBe("/admin/orders?status=all");
});

it("asks for days only once they are in order, and for any day again", async () => {
  const { user } = await openBoard();
  await user.click(screen.getByRole("button", { name: "Dates" }));
  const form = within(screen.getByRole("form", { name: "Dates" }));
  await user.type(form.getByLabelText("From"), "2020-02-02");
  await user.type(form.getByLabelText("To"), "2020-02-01");
  await user.click(form.getByRole("button", { name: "Show" }));
  expect(form.getByRole("alert")).toHaveTextContent(
    "The first day must not be after the last day.",
  );
  expect(asked).toHaveLength(1);

  await user.clear(form.getByLabelText("To"));
  await user.type(form.getByLabelText("To"), "2020-02-03");
  await user.click(form.getByRole("button", { name: "Show" }));
  expect(await screen.findByText("Nothing was found on these days.")).toBeVisible();
  expect([asked[1]?.get("from"), asked[1]?.get("to")]).toEqual(["2020-02-02", "2020-02-03"]);
  expect(address()).toBe("/admin/orders?from=2020-02-02&to=2020-02-03");
  await user.click(screen.getByRole("button", { name: "Any day" }));
  await waitFor(() => expect(address()).toBe("/admin/orders"));
  expect(screen.getByRole("button", { name: /^Open/ })).toHaveAttribute("aria-pressed", "true");
});

it("turns to the older orders and back to the newest, and says how many there are", async () => {
  const { user } = await openBoard();
  const pages = within(screen.getByRole("navigation", { name: "Pages of orders" }));
  expect(pages.getByText("2 of 3 orders")).toBeVisible();
  expect(pages.queryByRole("button", { name: "Newest orders" })).not.toBeInTheDocument();
  await user.click(pages.getByRole("button", { name: "Older orders" }));
  await waitFor(() => expect(numbers()).toEqual(["Order #50"]));
  expect(address()).toBe("/admin/orders?status=all&older=page-2");
  expect(screen.queryByRole("button", { name: "Older orders" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Newest orders" }));
  await waitFor(() => expect(numbers()).toEqual(["Order #102", "Order #101"]));
});

it("leaves the older page when another status is chosen", async () => {
  const { user } = await openBoard("/admin/orders?older=page-2");
  await user.click(await screen.findByRole("button", { name: "Completed 1" }));
  await waitFor(() => expect(address()).toBe("/admin/orders?status=completed"));
  await waitFor(() => expect(asked.at(-1)?.get("status")).toBe("completed"));
  expect(asked.at(-1)?.has("cursor")).toBe(false);
});

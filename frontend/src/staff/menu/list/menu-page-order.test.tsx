import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import {
  burrito,
  elote,
  rowOf,
  serveMenu,
  TRUCK,
  taco,
  toasts,
} from "@/test/staff/menu-page-harness";
import { signInAs } from "@/test/staff/staff";

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

async function openOrder() {
  signInAs("admin");
  serveMenu();
  const { user } = renderApp("/admin/menu");
  await rowOf("Elote");
  await user.click(screen.getByRole("button", { name: "Reorder menu" }));
  return user;
}

function order(): string[] {
  return screen
    .getAllByRole("button", { name: /^Move .* up$/ })
    .map((button) => /^Move (.*) up$/.exec(button.getAttribute("aria-label") ?? "")?.[1] ?? "");
}

/** The orders that the server was asked to save; each answer waits for `release`. */
function serveOrder() {
  const saved: unknown[] = [];
  const waiting: (() => void)[] = [];
  server.use(
    http.put("*/api/menu-items/order", async ({ request }) => {
      saved.push(await request.json());
      await new Promise<void>((resolve) => waiting.push(resolve));
      return HttpResponse.json([]);
    }),
  );
  return { saved, release: () => waiting.shift()?.() };
}

const bodyOf = (...menu: { _id: string }[]) => ({
  truckId: TRUCK._id,
  itemIds: menu.map(({ _id }) => _id),
});

it("moves a menu item by its buttons, says where it is now and saves the whole order", async () => {
  const { saved, release } = serveOrder();
  const user = await openOrder();
  await user.click(screen.getByRole("button", { name: "Move Elote up" }));
  expect(order()).toEqual(["Carnitas taco", "Elote", "Wet Burrito"]);
  expect(screen.getByText("Elote is now number 2 of 3.")).toHaveAttribute("role", "status");
  await waitFor(() => expect(saved).toEqual([bodyOf(taco, elote, burrito)]));
  release();
  await user.click(screen.getByRole("button", { name: "Done" }));
  await rowOf("Elote");
});

it("keeps the focus on the moved menu item, up to the end of the list and no further", async () => {
  const { saved } = serveOrder();
  const user = await openOrder();
  screen.getByRole("button", { name: "Move Carnitas taco down" }).focus();
  await user.keyboard("{Enter}{Enter}{Enter}");
  expect(order()).toEqual(["Wet Burrito", "Elote", "Carnitas taco"]);
  const down = screen.getByRole("button", { name: "Move Carnitas taco down" });
  await waitFor(() => expect(down).toHaveFocus());
  expect(down).toHaveAttribute("aria-disabled", "true");
  await user.keyboard("{Home}");
  expect(order()).toEqual(["Carnitas taco", "Wet Burrito", "Elote"]);
  await user.keyboard("{End}");
  expect(order()).toEqual(["Wet Burrito", "Elote", "Carnitas taco"]);
  expect(screen.getByText("Carnitas taco is now number 3 of 3.")).toBeInTheDocument();
  expect(saved).toHaveLength(1);
});

it("saves quick moves one after the other, the last one last", async () => {
  const { saved, release } = serveOrder();
  const user = await openOrder();
  await user.click(screen.getByRole("button", { name: "Move Elote up" }));
  await user.click(screen.getByRole("button", { name: "Move Elote up" }));
  await user.click(screen.getByRole("button", { name: "Move Carnitas taco down" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  release();
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved).toEqual([bodyOf(taco, elote, burrito), bodyOf(elote, burrito, taco)]);
});

it("loads the menu again when it was changed meanwhile, and says so", async () => {
  const user = await openOrder();
  server.use(
    http.put("*/api/menu-items/order", () =>
      HttpResponse.json({ error: "The menu has changed", code: "menu_changed" }, { status: 409 }),
    ),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([burrito, taco])),
  );
  await user.click(screen.getByRole("button", { name: "Move Elote up" }));
  expect(await toasts().findByText(/^The menu was changed meanwhile/)).toBeInTheDocument();
  await waitFor(() => expect(order()).toEqual(["Carnitas taco", "Wet Burrito"]));
});

it("goes back to the order that is saved when a save fails", async () => {
  const user = await openOrder();
  server.use(
    http.put("*/api/menu-items/order", () => HttpResponse.error()),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.error()),
  );
  await user.click(screen.getByRole("button", { name: "Move Elote up" }));
  expect(await toasts().findByText(/^Failed to save the order/)).toBeInTheDocument();
  expect(order()).toEqual(["Carnitas taco", "Wet Burrito", "Elote"]);
});

it("has no search while the whole menu is being put in order", async () => {
  await openOrder();
  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
  expect(order()).toHaveLength(3);
});

it("moves a menu item by dragging it below another one", async () => {
  const { saved } = serveOrder();
  await openOrder();
  const [first, , third] = screen.getAllByRole("listitem").filter((row) => row.draggable);
  if (!first || !third) throw new Error("the rows cannot be dragged");
  const dataTransfer = { types: [], setData: vi.fn(), setDragImage: vi.fn() };
  fireEvent.dragStart(first, { dataTransfer });
  await new Promise(requestAnimationFrame);
  fireEvent.dragEnter(third, { clientY: 5 });
  fireEvent.dragOver(third, { clientY: 5 });
  await new Promise(requestAnimationFrame);
  expect(third).toHaveAttribute("data-edge", "below");
  fireEvent.drop(third, { clientY: 5 });
  await waitFor(() => expect(order()).toEqual(["Wet Burrito", "Elote", "Carnitas taco"]));
  expect(third).not.toHaveAttribute("data-edge");
  await waitFor(() => expect(saved).toEqual([bodyOf(burrito, elote, taco)]));
});

import { render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { watchReloads } from "@/test/reloads";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { speak } from "@/test/speak";
import { anOrder, aStaffTruck, signInAs } from "@/test/staff/staff";
import "@/staff/routes";
import { PrintedReceipt, PrintedTicket } from "./printed-receipt-and-ticket";

const PLACE = { name: "Pier 5", address: "5 River St", timezone: "America/New_York" };
const ORDER = anOrder({ place: PLACE });

it("prints the place of the stop on the kitchen's ticket", () => {
  render(<PrintedTicket order={ORDER} zone={PLACE.timezone} />);
  expect(screen.getByText("Pier 5")).toBeVisible();
});

it("strikes out on the ticket what was refunded, and says how many pieces are not to be made", () => {
  const [item] = ORDER.items;
  if (!item) throw new Error("An order has items.");
  const some = { ...item, name: "Torta", quantity: 3, refundedQuantity: 1 };
  const order = { ...ORDER, items: [{ ...item, refundedQuantity: 2 }, some], orderNumber: "12345" };
  const { rerender } = render(<PrintedTicket order={order} zone="UTC" />);
  const [gone, less] = screen.getAllByRole("listitem");
  expect(gone).toHaveTextContent("2×Carnitas tacoRefunded, do not make");
  expect(gone?.querySelectorAll("s")).toHaveLength(2);
  expect(less).toHaveTextContent("2×Torta1 of 3 refunded, do not make");
  expect(less?.querySelector("s")).toBeNull();
  expect(screen.getByText("#12345")).toHaveStyle({ "--characters": "6" });
  rerender(<PrintedReceipt order={order} truck={null} zone="UTC" />);
  expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("2 × Carnitas tacoRefunded");
});

it("prints the place of the stop on the receipt, instead of the truck's city", () => {
  const truck = aStaffTruck();
  const city = [truck.location.city, truck.location.state].join(", ");
  const { rerender } = render(<PrintedReceipt order={ORDER} truck={truck} zone="UTC" />);
  expect(screen.getByText("Pier 5, 5 River St")).toBeVisible();
  expect(screen.queryByText(city)).not.toBeInTheDocument();
  rerender(<PrintedReceipt order={anOrder()} truck={truck} zone="UTC" />);
  expect(screen.getByText(city)).toBeVisible();
});

it("prints the receipt in the language of an online order, and the ticket in that of the staff", async () => {
  // Paper is measured and printed; jsdom can do neither.
  const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  const reload = watchReloads();
  signInAs("admin");
  const order = anOrder({ language: "es", source: "online" });
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/orders/:id", () => HttpResponse.json(order)),
  );
  const { user, unmount } = renderApp(`/admin/orders/${order._id}/print?what=receipt`);
  expect(await screen.findByText("¡Gracias!")).toBeVisible();
  expect(screen.getByRole("article")).toHaveAttribute("lang", "es");
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  await user.click(screen.getByRole("radio", { name: "Ticket de cocina" }));
  await waitFor(() => expect(screen.getByRole("article")).toHaveAttribute("lang", "en"));
  expect(await screen.findByRole("button", { name: "Print" })).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  unmount();
  expect(reload).toHaveBeenCalledOnce();
  speak("en");
});

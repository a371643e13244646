import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { anOrder, aStaffTruck } from "@/test/staff/staff";
import { PrintedReceipt, PrintedTicket } from "./printed-order";

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

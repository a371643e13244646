import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { anOrder, aStaffTruck } from "@/test/staff/staff";
import { PrintedReceipt } from "./printed-receipt";
import { PrintedTicket } from "./printed-ticket";

const PLACE = { name: "Pier 5", address: "5 River St", timezone: "America/New_York" };
const ORDER = anOrder({ place: PLACE });

it("prints the place of the stop on the kitchen's ticket", () => {
  render(<PrintedTicket order={ORDER} zone={PLACE.timezone} />);
  expect(screen.getByText("Pier 5")).toBeVisible();
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

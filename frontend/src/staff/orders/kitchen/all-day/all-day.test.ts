import { expect, it } from "vitest";
import type { OrderStatus, StaffOrderItem } from "@/domain/api/admin-types";
import { anOrder } from "@/test/staff/staff";
import { allDay } from "./all-day";

function line(name: string, quantity: number, extras: string[] = [], note: string | null = null) {
  return {
    menuItemId: name,
    name,
    quantity,
    unitPrice: 4,
    totalPrice: 4 * quantity,
    customizations: extras.map((extra) => ({ group: "Extras", name: extra, additionalPrice: 0 })),
    specialInstructions: note,
  };
}

function order(status: OrderStatus, ...items: StaffOrderItem[]) {
  return anOrder({ status, items });
}

it("counts what is still to be made, per menu item and per combination of extras", () => {
  const counted = allDay([
    order("pending", line("Taco", 2, ["Verde", "Onion"]), line("Horchata", 1)),
    order("confirmed", line("Taco", 1), line("Horchata", 2, [], "no ice")),
    order("preparing", line("Taco", 1, ["Onion", "Verde"], "no nuts")),
  ]);
  expect(counted).toEqual([
    {
      key: "Taco/Taco",
      name: "Taco",
      quantity: 4,
      withNote: 1,
      variants: [
        { words: "Onion, Verde", quantity: 3 },
        { words: "", quantity: 1 },
      ],
    },
    { key: "Horchata/Horchata", name: "Horchata", quantity: 3, withNote: 2, variants: [] },
  ]);
});

it("leaves out what is made already and what is no longer wanted", () => {
  const done = ["ready", "completed", "cancelled"] as const;
  expect(allDay(done.map((status) => order(status, line("Taco", 2))))).toEqual([]);
});

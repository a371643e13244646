import { expect, it } from "vitest";
import type { OrderStatus, StaffOrderItem } from "@/domain/api/staff-types";
import { anOrder } from "@/test/staff/staff";
import { allDay } from "./all-day-counts";

const NOW = new Date("2026-07-01T18:00:00Z");

function line(
  name: string,
  quantity: number,
  extras: string[] = [],
  note: string | null = null,
  refundedQuantity = 0,
) {
  return {
    refundedQuantity,
    taxClass: "standard" as const,
    menuItemId: name,
    name,
    quantity,
    unitPrice: 4,
    totalPrice: 4 * quantity,
    customizations: extras.map((extra) => ({
      group: "Extras",
      name: extra,
      additionalPrice: 0,
      quantity: 1,
      freeQuantity: 0,
    })),
    specialInstructions: note,
  };
}

function order(status: OrderStatus, ...items: StaffOrderItem[]) {
  return anOrder({ status, items, estimatedPickupTime: "2026-07-01T20:00:00Z" });
}

it("counts what is still to be made, per menu item and per combination of extras", () => {
  const gone = line("Horchata", 2, [], null, 2);
  const orders = [
    order("pending", line("Taco", 3, ["Verde"], null, 3), gone),
    order("pending", line("Taco", 5, ["Verde", "Onion"], null, 3), line("Horchata", 1)),
    order("confirmed", line("Taco", 1), line("Horchata", 2, [], "no ice")),
    order("preparing", line("Taco", 1, ["Onion", "Verde"], "no nuts")),
  ];
  expect(allDay(orders, NOW)).toEqual({
    later: [],
    soon: [
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
    ],
  });
});

it("leaves out what is made already and what is no longer wanted", () => {
  const done = ["ready", "completed", "cancelled"] as const;
  const orders = done.map((status) => order(status, line("Taco", 2)));
  expect(allDay(orders, NOW)).toEqual({ soon: [], later: [] });
});

it("counts apart what is wanted in more than two hours, unless it is being cooked already", () => {
  const at = (status: OrderStatus, name: string, estimatedPickupTime: string) =>
    anOrder({ status, items: [line(name, 1)], estimatedPickupTime });
  const counted = allDay(
    [
      at("pending", "Due", "2026-07-01T17:00:00Z"),
      at("confirmed", "Just soon", "2026-07-01T20:00:00Z"),
      at("preparing", "Started", "2026-07-02T16:00:00Z"),
      at("confirmed", "Tomorrow", "2026-07-02T16:00:00Z"),
    ],
    NOW,
  );
  expect(counted.soon.map(({ name }) => name)).toEqual(["Due", "Just soon", "Started"]);
  expect(counted.later.map(({ name }) => name)).toEqual(["Tomorrow"]);
});

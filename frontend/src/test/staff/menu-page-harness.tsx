import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { StaffMenuItem, StaffTruck } from "@/domain/api/staff-types";
import { server } from "@/test/server";
import { aStaffMenuItem, aStaffTruck } from "./staff";

export const taco = aStaffMenuItem({ _id: "a".repeat(24), name: "Carnitas taco", position: 0 });
export const burrito = aStaffMenuItem({
  _id: "b".repeat(24),
  name: "Wet Burrito",
  section: "Burritos",
  basePrice: 11.5,
  position: 1,
});
export const elote = aStaffMenuItem({
  _id: "e".repeat(24),
  name: "Elote",
  category: "Sides",
  section: "Street corn",
  isAvailable: false,
  position: 2,
});

export const TRUCK = aStaffTruck();
export const NOODLES = aStaffTruck({
  _id: "9".repeat(24),
  name: "Noodle Wagon",
  slug: "noodle-wagon",
});

/** The back end of the menu screen; what changes the menu is up to each test. */
export function serveMenu(
  menu: StaffMenuItem[] = [taco, burrito, elote],
  { trucks = [TRUCK], devTools = false }: { trucks?: StaffTruck[]; devTools?: boolean } = {},
) {
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json(trucks)),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json(menu)),
    http.get("*/api/menu-imports", () => HttpResponse.json([])),
    http.get("*/api/config", () => HttpResponse.json({ currency: "usd", taxRate: 8.75, devTools })),
  );
}

export async function rowOf(name: string) {
  const heading = await screen.findByRole("rowheader", { name: new RegExp(`^${name}`) });
  return within(heading.closest("tr") as HTMLElement);
}

/** The menu items as the table lists them. */
export function listedNames(): string[] {
  return screen
    .queryAllByRole("button", { name: /^Delete / })
    .map((button) => button.getAttribute("aria-label")?.replace("Delete ", "") ?? "");
}

export function toasts() {
  return within(screen.getByRole("region", { name: "Notifications" }));
}

import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { OptionSet, StaffMenuItem } from "@/domain/api/staff-types";
import { aGroup, aMenuItem } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aStaffTruck, signInAs } from "@/test/staff/staff";

export const TRUCK = aStaffTruck();

export function anEditedItem(overrides: Partial<StaffMenuItem> = {}): StaffMenuItem {
  return {
    ...aMenuItem({ truckId: TRUCK._id }),
    version: 3,
    updatedAt: "2026-11-20T10:00:00Z",
    ...overrides,
  };
}

export function serve(
  menuItem: StaffMenuItem = anEditedItem(),
  menu: StaffMenuItem[] = [menuItem],
  sets: OptionSet[] = [],
) {
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([TRUCK])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json(menu)),
    http.get("*/api/menu-items/:id", () => HttpResponse.json(menuItem)),
    http.get("*/api/option-sets", () => HttpResponse.json(sets)),
    http.get("*/api/config", () => HttpResponse.json({ currency: "usd", taxRate: 8.75 })),
  );
}

export interface Sent {
  body: Record<string, unknown>;
  key: string | null;
}

/** Keeps what is sent and answers with it. */
export function storeItems(): Sent[] {
  const sent: Sent[] = [];
  const store = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as Sent["body"];
    sent.push({ body, key: request.headers.get("Idempotency-Key") });
    return HttpResponse.json({ ...anEditedItem(), ...body });
  };
  server.use(http.post("*/api/menu-items", store), http.put("*/api/menu-items/:id", store));
  return sent;
}

export const salsa = anEditedItem({
  name: "Carnitas taco",
  optionGroups: [
    aGroup("Salsa", [0, 2], "Verde", "Roja:0.5", "Habanero"),
    aGroup("Size", [1, 1], "Small"),
  ],
});

export async function openMenuItem(
  menuItem: StaffMenuItem = salsa,
  role: "admin" | "superadmin" = "admin",
) {
  signInAs(role);
  serve(menuItem);
  const opened = renderApp(`/admin/menu/edit/${menuItem._id}`);
  await screen.findByLabelText("Name");
  return opened;
}

export async function save(user: Awaited<ReturnType<typeof openMenuItem>>["user"]) {
  await user.click(screen.getByRole("button", { name: "Save" }));
}

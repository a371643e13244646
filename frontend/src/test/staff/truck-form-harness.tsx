import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { StaffTruck } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aStaffTruck, signInAs } from "@/test/staff/staff";

export const TAKEN = "Another truck has this address already. Please choose another";
export const TRUCK = aStaffTruck({ version: 5, cuisine: ["Mexican"], applicationFeeBps: 150 });

/** For the list that a stored truck leads to. */
export const NO_ACCOUNT = {
  hasStripeAccount: false,
  onboardingComplete: false,
  chargesEnabled: false,
  payoutsEnabled: false,
  requirements: { past_due: [], currently_due: [] },
};

export function serve(truck: StaffTruck = TRUCK) {
  server.use(
    http.get("*/api/trucks/slug-check", ({ request }) => {
      const asked = new URL(request.url).searchParams;
      const slug =
        asked.get("slug") ?? `${asked.get("name")?.toLowerCase().replaceAll(" ", "-")}-2`;
      const available = slug !== "taken";
      return HttpResponse.json({ slug, available, reason: available ? null : TAKEN });
    }),
    http.get("*/api/trucks/:id/checklist", () =>
      HttpResponse.json({ truckId: truck._id, isDraft: true, canPublish: false, points: [] }),
    ),
    http.get("*/api/trucks/:id", () => HttpResponse.json(truck)),
    http.get("*/api/trucks", () => HttpResponse.json([truck])),
    http.get("*/api/stripe/connect/account-status/:id", () => HttpResponse.json(NO_ACCOUNT)),
  );
}

export interface Call {
  method: string;
  path: string;
  body: Record<string, unknown>;
  key: string | null;
}

/** Keeps what is sent and answers with it. */
export function storeTrucks(): Call[] {
  const calls: Call[] = [];
  const store = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as Call["body"];
    const path = new URL(request.url).pathname.replace("/api", "");
    calls.push({ method: request.method, path, body, key: request.headers.get("Idempotency-Key") });
    return HttpResponse.json({ ...TRUCK, ...body, version: 6 });
  };
  server.use(
    http.post("*/api/trucks", store),
    http.put("*/api/trucks/:id", store),
    http.patch("*/api/trucks/:id/settings", store),
  );
  return calls;
}

export async function openTruck(truck: StaffTruck = TRUCK) {
  signInAs("superadmin");
  serve(truck);
  const opened = renderApp(`/admin/trucks/edit/${truck._id}`);
  await screen.findByLabelText("Name");
  return opened;
}

export async function openNew() {
  signInAs("superadmin");
  serve();
  const opened = renderApp("/admin/trucks/new");
  await screen.findByLabelText("Name");
  return opened;
}

export type User = Awaited<ReturnType<typeof openTruck>>["user"];

export async function fill(user: User, label: string, text: string) {
  await user.clear(screen.getByLabelText(label));
  await user.type(screen.getByLabelText(label), text);
}

export async function save(user: User) {
  await user.click(screen.getByRole("button", { name: "Save" }));
}

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aStaffTruck, aUser, signInAs } from "@/test/staff/staff";
import "@/staff/sign-in/login-page";
import "@/staff/menu/editor/menu-item-form-page";

const TRUCK = aStaffTruck();
const ADMIN = aUser({ truckId: TRUCK._id, truckName: TRUCK.name });

function fill(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}

it("has what was typed when the session ended again after the next sign-in", async () => {
  signInAs("admin");
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([TRUCK])),
    http.get("*/api/option-sets", () => HttpResponse.json([])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([])),
    http.get("*/api/config", () => HttpResponse.json({ currency: "usd", taxRate: 8.75 })),
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
    http.post("*/api/menu-items", () =>
      HttpResponse.json({ error: "Please sign in.", code: "sign_in_needed" }, { status: 401 }),
    ),
    http.post("*/api/auth/login", () => HttpResponse.json({ token: "fresh", user: ADMIN })),
  );
  const { user } = renderApp("/admin/menu/new");
  fill(await screen.findByLabelText("Name"), "Birria");
  fill(screen.getByLabelText("Price"), "6");
  await user.click(screen.getByRole("button", { name: "Save" }));

  fill(await screen.findByLabelText("Email"), "ada@example.com");
  fill(screen.getByLabelText("Password"), "right-one");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() =>
    expect(screen.getByLabelText("Address")).toHaveTextContent(/^\/admin\/menu\/new$/),
  );
  expect(await screen.findByLabelText("Name")).toHaveValue("Birria");
  expect(screen.getByText("Your changes are back")).toBeInTheDocument();
});

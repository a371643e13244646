import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aStaffTruck, aUser, signInAs } from "@/test/staff";

const TRUCK = aStaffTruck();
const ADMIN = aUser({ truckId: TRUCK._id, truckName: TRUCK.name });

it("has what was typed when the session ended again after the next sign-in", async () => {
  signInAs("admin");
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([TRUCK])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([])),
    http.get("*/api/config", () => HttpResponse.json({ currency: "usd", taxRate: 8.75 })),
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
    http.post("*/api/menu-items", () =>
      HttpResponse.json({ error: "Please sign in.", code: "sign_in_needed" }, { status: 401 }),
    ),
    http.post("*/api/auth/login", () => HttpResponse.json({ token: "fresh", user: ADMIN })),
  );
  const { user } = renderApp("/admin/menu/new");
  await user.type(await screen.findByLabelText("Name"), "Birria");
  await user.type(screen.getByLabelText("Price"), "6");
  await user.click(screen.getByRole("button", { name: "Save" }));

  await user.type(await screen.findByLabelText("Email"), "a@b.co");
  await user.type(screen.getByLabelText("Password"), "right{Enter}");
  await waitFor(() =>
    expect(screen.getByLabelText("Address")).toHaveTextContent(/^\/admin\/menu\/new$/),
  );
  expect(await screen.findByLabelText("Name")).toHaveValue("Birria");
  expect(screen.getByText("Your changes are back")).toBeInTheDocument();
});

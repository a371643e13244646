import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { Checklist, ChecklistPoint } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { speak } from "@/test/speak";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import {
  aStatus,
  NO_ACCOUNT,
  serveStatus,
  serveTrucks,
  UNFINISHED,
} from "@/test/staff/trucks-backend";
import { useToasts } from "@/ui/feedback/toast";
import "./truck-checklist-page";

const DRAFT = aStaffTruck({ isDraft: true, isActive: false });
const ADDRESS = `/admin/trucks/${DRAFT._id}`;

function aPoint(name: ChecklistPoint["name"], overrides: Partial<ChecklistPoint> = {}) {
  const required = name === "menu" || name === "tax" || name === "schedule";
  return { name, done: false, required, by: "superadmin", allowed: true, count: 0, ...overrides };
}

const NAMES = ["menu", "tax", "schedule", "staff", "payments"] as const;

function serve(points: object[], found: Partial<Checklist> = {}, truck = DRAFT) {
  serveTrucks(truck);
  server.use(
    http.get("*/api/trucks/:id/checklist", () =>
      HttpResponse.json({ truckId: truck._id, isDraft: true, canPublish: false, points, ...found }),
    ),
    http.get("*/api/trucks/:id", () => HttpResponse.json(truck)),
  );
}

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  signInAs("superadmin");
  serveStatus(NO_ACCOUNT);
});

it("says of each point whether it is done, and leads to where it is", async () => {
  serve([aPoint("menu", { done: true, count: 2 }), ...NAMES.slice(1).map((name) => aPoint(name))]);
  renderApp(ADDRESS);
  const points = within(await screen.findByRole("region", { name: "Checklist" }));
  await waitFor(() =>
    expect(points.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "MenuDone2 menu items on sale.Open menu",
      "Tax rateNeededNot confirmed yet. Where there is no sales tax, it is 0.Set tax rate",
      "First stop or hoursNeededPlan a stop, or open the truck at any time.Open schedule",
      "StaffRecommendedNobody can sign in for this truck yet.Add staff",
      "Payment accountRecommendedUntil it has one, card payments stay with the platform.No AccountCreate Account",
    ]),
  );
  expect(points.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    `/admin/menu?truck=${DRAFT._id}`,
    `/admin/trucks/edit/${DRAFT._id}`,
    `/admin/schedule?truck=${DRAFT._id}`,
    `/admin/users?add=${DRAFT._id}`,
  ]);
  expect(points.getByRole("status")).toHaveTextContent(
    "Before it can be published, it needs: Tax rate and First stop or hours.",
  );
  expect(points.getByRole("button", { name: "Publish" })).toBeDisabled();
});

it("publishes a draft that has what it needs", async () => {
  serve(
    NAMES.map((name) => aPoint(name, { done: true, count: 1 })),
    { canPublish: true },
  );
  const calls = recordCalls(
    "post",
    "*/api/trucks/:id/publish",
    ({ url }) => url,
    () => {
      serve([aPoint("menu", { done: true })], { isDraft: false }, aStaffTruck());
      return HttpResponse.json(aStaffTruck({ version: 2 }));
    },
  );
  const { user } = renderApp(ADDRESS);
  expect(await screen.findByText(/^Draft\. Customers cannot see it/)).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Publish" }));
  expect(await screen.findByText(/is published\. Customers can see it now\.$/)).toBeVisible();
  expect(await screen.findByText("Customers can see this truck.")).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Publish" })).not.toBeInTheDocument(),
  );
  expect(calls).toHaveLength(1);
  const page = screen.getByRole("link", { name: "See its page" });
  expect(page).toHaveAttribute("href", `/${DRAFT.slug}`);
  expect(page).toHaveFocus();
});

it("says what was undone meanwhile when the server refuses", async () => {
  serve([aPoint("menu", { done: true, count: 1 })], { canPublish: true });
  server.use(
    http.post("*/api/trucks/:id/publish", () => {
      serve([aPoint("menu")]);
      return HttpResponse.json(
        { error: "It still needs something.", code: "truck_not_ready", open: ["menu"] },
        { status: 409 },
      );
    }),
  );
  const { user } = renderApp(ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Publish" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("It still needs something.");
  expect(await screen.findByText("Before it can be published, it needs: Menu.")).toBeVisible();
});

it("tries again when the checklist did not load", async () => {
  serve([]);
  server.use(http.get("*/api/trucks/:id/checklist", () => HttpResponse.error(), { once: true }));
  const { user } = renderApp(ADDRESS);
  await screen.findByRole("heading", { name: "Failed to load the checklist" });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("region", { name: "Checklist" })).toBeVisible();
});

it("speaks Spanish", async () => {
  speak("es");
  serve([aPoint("menu"), aPoint("tax", { done: true })]);
  renderApp(ADDRESS);
  expect(await screen.findByText("Para publicarlo falta: Menú.")).toBeVisible();
  speak("en");
});

it("calls a draft a draft in the list, and leads to its checklist", async () => {
  serve([]);
  serveStatus(aStatus());
  renderApp("/admin/trucks");
  expect(await screen.findByText("Draft")).toBeVisible();
  expect(screen.getByRole("link", { name: `Finish ${DRAFT.name}` })).toHaveAttribute(
    "href",
    ADDRESS,
  );
  expect(screen.queryByRole("button", { name: `Activate ${DRAFT.name}` })).not.toBeInTheDocument();
});

it("sets the payment account up on the truck's own page, and meets there who comes back", async () => {
  serve([aPoint("payments")]);
  serveStatus(UNFINISHED);
  renderApp(`${ADDRESS}?onboarding=returned&account=${DRAFT._id}`);
  const points = within(await screen.findByRole("region", { name: "Checklist" }));
  expect(await points.findByRole("button", { name: /^Complete Setup/ })).toBeVisible();
  expect(await screen.findByRole("button", { name: "Check again" })).toBeVisible();
});

import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { literalsOf, speakPseudo } from "@/test/pseudo-locale";
import { renderApp } from "@/test/render-app";
import { speak } from "@/test/speak";
import { accountNames, books, CLOSES, DRAWER, report, SHEET } from "@/test/staff/money-backend";
import { aPrepSheet } from "@/test/staff/reports-backend";
import { signInAs } from "@/test/staff/staff";
import {
  CUSTOMER,
  DISPUTE,
  EVENT,
  HELD,
  ITEM,
  MARISOL,
  OFFER,
  ORDER,
  PLACE,
  READER,
  serveStaff,
  TRUCK,
} from "@/test/staff/staff-backend";
import "@/test/staff/staff-pages";

// Pages add the English sentences when they load.
vi.mock("@/staff/load-messages", () => ({ loadMessages: async () => undefined }));

/** What is pasted into another site. */
const WIDGET_LINES = `<script src="${location.origin}/embed/truck.js" async></script>
<chuckwagon-truck slug="${TRUCK.slug}"></chuckwagon-truck>`;

const DATA = [
  WIDGET_LINES,
  accountNames(),
  books(),
  CLOSES,
  DRAWER,
  report(),
  SHEET,
  aPrepSheet(),
  CUSTOMER,
  DISPUTE,
  EVENT,
  HELD,
  ITEM,
  MARISOL,
  OFFER,
  ORDER,
  PLACE,
  READER,
  TRUCK,
];

beforeEach(() => {
  speakPseudo();
  serveStaff();
  // Paper is measured and printed; jsdom can do neither.
  vi.spyOn(window, "print").mockImplementation(() => undefined);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => speak("en"));

/** The screens of each role, and what is there once one has loaded. */
const SCREENS = {
  admin: [
    ["dashboard", ITEM.name],
    ["orders", "#101"],
    [`orders/${ORDER._id}`, ORDER.customerName],
    [`orders/${ORDER._id}/print?what=ticket&paper=80`, "Carnitas taco"],
    [`orders/${ORDER._id}/print?what=receipt&paper=80`, "Carnitas taco"],
    ["orders/new", ITEM.name],
    ["kitchen", "Carnitas taco"],
    ["menu", ITEM.name],
    ["menu/new", "⟦Save⟧"],
    [`menu/edit/${ITEM._id}`, "⟦Save⟧"],
    ["schedule", PLACE.name],
    [`schedule/stops/${"5".repeat(24)}/prep-sheet`, "Carnitas taco"],
    ["customers", CUSTOMER.name],
    [`customers/${CUSTOMER._id}`, "#101"],
    ["analytics", ITEM.name],
    ["analytics?view=stops", PLACE.name],
    ["analytics?view=stops&by=weekday", "⟦All stops⟧"],
    ["profile", "⟦Your profile⟧"],
    ["offers", OFFER.code],
    ["our-truck", "⟦Save⟧"],
    ["devices", READER.label],
    ["share", "⟦QR poster⟧"],
    ["poster", TRUCK.name],
    ["drawer", "$141.90"],
    ["drawer?close=1", "⟦Check⟧"],
    ["closes", "$54.40"],
    [`closes/${SHEET._id}`, SHEET.truckName],
    ["books", "Pier 7"],
    ["taxes", "Pier 7"],
  ],
  superadmin: [
    ["dashboard", "⟦Changed stops⟧"],
    ["trucks", TRUCK.owner.email],
    ["trucks/new", "⟦Save⟧"],
    [`trucks/edit/${TRUCK._id}`, "⟦Save⟧"],
    [`trucks/${TRUCK._id}`, "⟦Publish⟧"],
    ["ledger", "#101"],
    ["held-payments", HELD.customerName],
    ["disputes", DISPUTE.customerName],
    ["users", MARISOL.name],
    ["audit", "$5.25"],
  ],
} as const;
const VISITS = (["admin", "superadmin"] as const).flatMap((role) =>
  SCREENS[role].map(([path, content]) => ({ role, path, content })),
);

it.each(VISITS)("all words of /admin/$path are from the catalogs", async (visit) => {
  const user = signInAs(visit.role);
  const { client } = renderApp(`/admin/${visit.path}`);
  await waitFor(() => expect(document.body.textContent).toContain(visit.content));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(literalsOf(document.body, [...DATA, user])).toEqual([]);
});

it("the sign-in's words are from the catalogs, also those about mistakes", async () => {
  const { user } = renderApp("/admin/login");
  await user.click(await screen.findByRole("button", { name: "⟦Sign in⟧" }));
  expect(await screen.findByText("⟦Email is required⟧")).toBeInTheDocument();
  expect(literalsOf(document.body, [])).toEqual([]);
});

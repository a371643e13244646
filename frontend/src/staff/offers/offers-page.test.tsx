import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { signInAs } from "@/test/staff/staff";
import { OFFER, serveStaff, TRUCK } from "@/test/staff/staff-backend";
import "@/test/staff/staff-pages";

beforeEach(() => {
  signInAs("admin");
  serveStaff();
});

const readBody = (request: Request) => request.json() as Promise<object>;
const table = () => screen.findByRole("table", { name: "Offers" });

function serveOffers(offers: object[]) {
  server.use(http.get("*/api/offers", () => HttpResponse.json(offers)));
}

it("lists codes with what they take off, how long, and how often they were used", async () => {
  const ended = { ...OFFER, _id: "64b0000000000000000000f2", code: "OLD", state: "ended" };
  serveOffers([OFFER, { ...ended, percent: null, amount: 2.5, maxUses: null }]);
  renderApp("/admin/offers");
  const [, first, second] = within(await table()).getAllByRole("row");
  expect(first).toHaveTextContent(/TACO10.*10% off, from \$15\.00.*Any time.*3 of 30.*Active/);
  expect(second).toHaveTextContent(/OLD.*\$2\.50 off.*Ended/);
  expect(within(second as HTMLElement).queryByRole("button")).not.toBeInTheDocument();
});

it("adds an offer, with its times on the truck's clock", async () => {
  serveOffers([]);
  const calls = recordCalls("post", "*/api/offers", readBody, () =>
    HttpResponse.json(OFFER, { status: 201 }),
  );
  const { user } = renderApp("/admin/offers");
  expect(await screen.findByText("No offers yet")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Add offer" }));
  await user.type(await screen.findByLabelText("Code"), "taco10");
  await user.click(screen.getByRole("button", { name: "Save offer" }));
  expect(await screen.findByText("Enter a whole number from 1 to 99.")).toBeInTheDocument();
  expect(calls).toEqual([]);
  await user.type(screen.getByRole("textbox", { name: "Percent" }), "10");
  await user.type(screen.getByLabelText("Smallest subtotal"), "15");
  await user.type(screen.getByLabelText("Valid from"), "2026-07-01T11:00");
  await user.type(screen.getByLabelText("Uses in all"), "30");
  await user.click(screen.getByRole("switch", { name: "Once per phone number" }));
  await user.click(screen.getByRole("button", { name: "Save offer" }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({
    ...{ truckId: TRUCK._id, code: "taco10", percent: 10, minSubtotal: 15, maxUses: 30 },
    ...{ startsAt: "2026-07-01T18:00:00.000Z", endsAt: null, oncePerPhone: true, isPaused: false },
  });
  expect(await screen.findByText("TACO10 is saved.")).toBeInTheDocument();
});

it("changes an offer, and says what a colleague has changed meanwhile", async () => {
  const answers = [
    HttpResponse.json(
      { error: "x", code: "version_conflict", offer: { ...OFFER, maxUses: 40, version: 2 } },
      { status: 409 },
    ),
    HttpResponse.json({ ...OFFER, isPaused: true }),
  ];
  const calls = recordCalls(
    "put",
    `*/api/offers/${OFFER._id}`,
    readBody,
    () => answers.shift() as Response,
  );
  const { user } = renderApp("/admin/offers");
  await user.click(await screen.findByRole("button", { name: "Edit TACO10" }));
  expect(await screen.findByLabelText("Code")).toHaveAttribute("readonly");
  await user.click(screen.getByRole("switch", { name: "Paused" }));
  await user.click(screen.getByRole("button", { name: "Save offer" }));
  await user.click(await screen.findByRole("button", { name: "Keep editing mine" }));
  expect(screen.getByLabelText("Uses in all")).toHaveValue("40");
  await user.click(screen.getByRole("button", { name: "Save offer" }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toMatchObject({ version: 2, maxUses: 40, isPaused: true });
});

it("ends an offer after asking, and prints its code on a poster", async () => {
  const calls = recordCalls(
    "delete",
    `*/api/offers/${OFFER._id}`,
    () => "end",
    () => HttpResponse.json({ deleted: true }),
  );
  const { user } = renderApp("/admin/offers");
  await user.click(await screen.findByRole("button", { name: "Edit TACO10" }));
  const poster = await screen.findByRole("link", { name: "QR poster with this code" });
  expect(poster).toHaveAttribute("href", `/admin/poster?truck=${TRUCK._id}&offer=TACO10`);
  await user.click(screen.getByRole("button", { name: "End offer" }));
  expect(calls).toEqual([]);
  expect(screen.getByText("End TACO10? This cannot be undone.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "End offer" }));
  expect(await screen.findByText("TACO10 has ended.")).toBeInTheDocument();
  expect(calls).toHaveLength(1);
});

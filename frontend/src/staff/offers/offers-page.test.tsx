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
  serveOffers([
    { ...OFFER, maxUses: 1000, minSubtotal: 1500 },
    { ...ended, percent: null, amount: 2.5, maxUses: null, endsAt: "2026-07-01T18:00:00Z" },
  ]);
  renderApp("/admin/offers");
  const [, first, second] = within(await table()).getAllByRole("row");
  expect(first).toHaveTextContent(
    /TACO10.*10% off, orders of \$1,500\.00 or more.*Any time.*3 of 1,000.*Active/,
  );
  expect(second).toHaveTextContent(/OLD.*\$2\.50 off.*Until Jul 1, 2026, 11:00 AM.*Ended/);
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
  await user.type(screen.getByLabelText("Minimum subtotal"), "15");
  await user.type(screen.getByLabelText("Valid from"), "2026-07-01T11:00");
  await user.type(screen.getByLabelText("Total uses"), "30");
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
  expect(screen.getByLabelText("Total uses")).toHaveValue("40");
  await user.click(screen.getByRole("button", { name: "Save offer" }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toMatchObject({ version: 2, maxUses: 40, isPaused: true });
});

it("says at every field at once what is wrong with it", async () => {
  serveOffers([]);
  const { user } = renderApp("/admin/offers");
  await user.click(await screen.findByRole("button", { name: "Add offer" }));
  await user.type(await screen.findByLabelText("Total uses"), "none");
  await user.click(screen.getByRole("button", { name: "Save offer" }));
  expect(await screen.findByText("Enter a code of 3 to 20 letters and digits.")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Code")).toHaveFocus());
  expect(screen.getByText("Enter a whole number from 1 to 99.")).toBeVisible();
  expect(screen.getByLabelText("Total uses")).toBeInvalid();
});

it("names in words what a colleague has changed, with times as people read them", async () => {
  const amounts = { percent: null, amount: 5, minSubtotal: 1200, maxUses: 5000 };
  const theirs = { ...amounts, endsAt: "2026-07-01T18:00:00Z", version: 2 };
  const body = { error: "x", code: "version_conflict", offer: { ...OFFER, ...theirs } };
  server.use(http.put("*/api/offers/*", () => HttpResponse.json(body, { status: 409 })));
  const { user } = renderApp("/admin/offers");
  await user.click(await screen.findByRole("button", { name: "Edit TACO10" }));
  await user.click(await screen.findByRole("switch", { name: "Paused" }));
  await user.click(screen.getByRole("button", { name: "Save offer" }));
  const notice = await screen.findByRole("region", { name: /Someone else changed this offer/ });
  expect(notice).toHaveTextContent(/Discount.*Percent.*Amount/);
  expect(notice).toHaveTextContent("$5.00");
  expect(notice).toHaveTextContent(/\$1,200\.00.*5,000/);
  expect(notice).toHaveTextContent(/Jul 1, 2026, 11:00 AM/);
});

it.each(["save", "end"])("says that the offer has ended: %s", async (what) => {
  const body = { error: "x", code: "not_found", reason: "offer_not_found" };
  const gone = () => HttpResponse.json(body, { status: 404 });
  server.use(http.put("*/api/offers/*", gone), http.delete("*/api/offers/*", gone));
  const { user } = renderApp("/admin/offers");
  await user.click(await screen.findByRole("button", { name: "Edit TACO10" }));
  serveOffers([{ ...OFFER, state: "ended" }]);
  if (what === "save") {
    await user.click(await screen.findByRole("button", { name: "Save offer" }));
  } else {
    await user.click(await screen.findByRole("button", { name: "End offer" }));
    await user.click(screen.getByRole("button", { name: "Yes, end it" }));
  }
  expect(await screen.findByText(/^This offer has ended, so it can no longer/)).toBeVisible();
  await user.keyboard("{Escape}");
  expect(await within(await table()).findByText("Ended")).toBeInTheDocument();
});

it("keeps an offer when it shall not end after all, with the focus where it was", async () => {
  const { user } = renderApp("/admin/offers");
  await user.click(await screen.findByRole("button", { name: "Edit TACO10" }));
  await user.click(await screen.findByRole("button", { name: "End offer" }));
  const keep = screen.getByRole("button", { name: "Keep offer" });
  await waitFor(() => expect(keep).toHaveFocus());
  await user.click(keep);
  expect(screen.queryByText(/This cannot be undone/)).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("button", { name: "End offer" })).toHaveFocus());
});

it.each([
  ["a truck that is gone", { error: "We couldn't find this truck.", code: "not_found" }],
  ["a proxy", null],
])("does not take the 404 of %s for an offer that has ended", async (_, body) => {
  serveOffers([]);
  const answer = () =>
    body ? HttpResponse.json(body, { status: 404 }) : HttpResponse.html("No", { status: 404 });
  server.use(http.post("*/api/offers", answer));
  const { user } = renderApp("/admin/offers");
  await user.click(await screen.findByRole("button", { name: "Add offer" }));
  await user.type(await screen.findByLabelText("Code"), "taco10");
  await user.type(screen.getByRole("textbox", { name: "Percent" }), "10");
  await user.click(screen.getByRole("button", { name: "Save offer" }));
  expect(await screen.findByText(/couldn't find this truck|Invalid response/)).toBeVisible();
  expect(screen.queryByText(/has ended/)).not.toBeInTheDocument();
});

it("cannot be kept while it is being ended, and a failure is told once", async () => {
  let fail: (answer: Response) => void = () => undefined;
  const failed = new Promise<Response>((resolve) => {
    fail = resolve;
  });
  server.use(http.delete("*/api/offers/*", () => failed));
  const { user } = renderApp("/admin/offers");
  await user.click(await screen.findByRole("button", { name: "Edit TACO10" }));
  await user.click(await screen.findByRole("button", { name: "End offer" }));
  await user.click(screen.getByRole("button", { name: "Yes, end it" }));
  const keep = screen.getByRole("button", { name: "Keep offer" });
  await waitFor(() => expect(keep).toBeDisabled());
  fail(HttpResponse.json({ error: "Try again later.", code: "x" }, { status: 503 }));
  expect(await screen.findByText("Try again later.")).toBeVisible();
  await user.click(keep);
  await user.click(screen.getByRole("button", { name: "End offer" }));
  expect(screen.getByText(/This cannot be undone/)).toBeVisible();
  expect(screen.queryByText("Try again later.")).not.toBeInTheDocument();
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
  serveOffers([{ ...OFFER, state: "ended" }]);
  await user.click(screen.getByRole("button", { name: "Yes, end it" }));
  expect(await screen.findByText("TACO10 has ended.")).toBeInTheDocument();
  expect(calls).toHaveLength(1);
  // The button that opened the form is gone.
  await waitFor(() => expect(screen.getByRole("button", { name: "Add offer" })).toHaveFocus());
});

import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { finishCheckout } from "@/storefront/checkout/checkout-storage";
import { INTENT, TRUCK } from "@/test/storefront/checkout-fixtures";
import {
  answerWith,
  fillCart,
  fillIn,
  openPage,
  SLUG,
  sent,
  server,
  startCheckoutServer,
  submit,
  user,
} from "@/test/storefront/checkout-page-harness";
import { fakeStripe } from "@/test/storefront/fake-stripe";

const load = vi.hoisted(() => ({ stripeFor: vi.fn() }));
vi.mock("@/storefront/checkout/payment/stripe-loader", () => load);

/** The cart comes to $22.00, with $1.93 tax. */
const WITH_TIPS = { ...TRUCK, taxRate: 8.75, acceptingOrders: true, tipPresets: [15, 18, 20] };

startCheckoutServer();
beforeEach(() => {
  const provider = fakeStripe();
  load.stripeFor.mockImplementation(async () => provider.stripe);
  sessionStorage.clear();
  serve(WITH_TIPS);
  fillCart();
});

function serve(truck: object) {
  server.use(http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(truck)));
}

async function openForm() {
  openPage();
  await fillIn();
  return within(await screen.findByRole("group", { name: "Tip" }));
}

const summary = () => screen.getByRole("region", { name: "Order summary" });
const choose = (name: string | RegExp) => user.click(screen.getByRole("radio", { name }));

it("offers the truck's percentages with their amounts, and chooses none of them", async () => {
  const tip = await openForm();
  const radios = tip.getAllByRole("radio");
  const names = ["15% $3.30", "18% $3.96", "20% $4.40", "Other", "No tip"];
  expect(radios.map((radio) => radio.closest("label")?.textContent)).toEqual(names);
  for (const radio of radios) expect(radio).not.toBeChecked();
  await submit();
  await screen.findByRole("heading", { name: "Payment" });
  expect(sent[0]?.body.cart).not.toHaveProperty("tip");
  expect(sent[0]?.body.cart.total).toBe(23.93);
});

it("adds a percentage to the total that is shown and sent", async () => {
  answerWith(() => HttpResponse.json({ ...INTENT, tip: 3.96, total: 27.89, amount: 27.89 }));
  await openForm();
  await choose(/^18%/);
  expect(summary()).toHaveTextContent("Tip$3.96Total$27.89");
  await submit();
  await screen.findByRole("heading", { name: "Payment" });
  expect(sent[0]?.body.cart).toMatchObject({ subtotal: 22, tax: 1.93, tip: 3.96, total: 27.89 });
  expect(summary()).toHaveTextContent("Tip$3.96Total$27.89");
  expect(await screen.findByRole("button", { name: "Pay $27.89" })).toBeInTheDocument();
});

it("moves among the choices with the arrow keys", async () => {
  await openForm();
  await choose(/^15%/);
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("radio", { name: /^18%/ })).toBeChecked();
  expect(summary()).toHaveTextContent("Total$27.89");
});

it("takes another amount, and says what is wrong with one before anything is sent", async () => {
  await openForm();
  await choose("Other");
  const amount = screen.getByLabelText("Tip amount");
  expect(amount).toHaveAccessibleDescription("Up to $22.00. All of it goes to the truck.");
  await user.type(amount, "22.01");
  await submit();
  await waitFor(() => expect(amount).toHaveFocus());
  expect(amount).toBeInvalid();
  expect(amount).toHaveAccessibleDescription(/Enter an amount such as 3.50, up to \$22.00/);
  expect(sent).toEqual([]);
  await user.clear(amount);
  await user.type(amount, "2.5");
  expect(amount).toBeValid();
  await submit();
  await screen.findByRole("heading", { name: "Payment" });
  expect(sent[0]?.body.cart).toMatchObject({ tip: 2.5, total: 26.43 });
});

it("is kept while the page is opened again, as by another language, and not for the next order", async () => {
  await openForm();
  await choose("Other");
  await user.type(screen.getByLabelText("Tip amount"), "2.5");
  cleanup();
  openPage();
  expect(await screen.findByLabelText("Tip amount")).toHaveValue("2.5");
  expect(summary()).toHaveTextContent("Tip$2.50");
  finishCheckout(SLUG, new Date());
  cleanup();
  openPage();
  expect(await screen.findByRole("radio", { name: "Other" })).not.toBeChecked();
});

it("gives none after all", async () => {
  await openForm();
  await choose(/^20%/);
  await choose("No tip");
  expect(summary()).not.toHaveTextContent("Tip");
  await submit();
  await screen.findByRole("heading", { name: "Payment" });
  expect(sent[0]?.body.cart).not.toHaveProperty("tip");
});

it("asks for none at a truck without tips", async () => {
  serve({ ...WITH_TIPS, tipPresets: null });
  openPage();
  await fillIn();
  expect(screen.queryByRole("group", { name: "Tip" })).not.toBeInTheDocument();
});

it("shows the total without it when the truck has stopped taking tips meanwhile", async () => {
  const error = "This truck takes no tips. Please choose no tip and try again.";
  answerWith(() => HttpResponse.json({ error, code: "tips_off" }, { status: 409 }));
  await openForm();
  await choose(/^15%/);
  serve({ ...WITH_TIPS, tipPresets: null });
  await submit();
  expect(await screen.findByText(error)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("group", { name: "Tip" })).toBeNull());
  expect(summary()).toHaveTextContent("Total$23.93");
});

it("says a refusal of the amount once", async () => {
  const error = "A tip on this order may be at most $10.00.";
  const fields = { "cart.tip": error };
  answerWith(() => HttpResponse.json({ error, code: "invalid_input", fields }, { status: 400 }));
  await openForm();
  await choose(/^15%/);
  await submit();
  expect(await screen.findAllByText(error)).toHaveLength(1);
});

import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { clearCart, getCart } from "@/storefront/cart/cart-store";
import { saveCustomer } from "@/storefront/checkout/checkout-storage";
import { loadRemembered, rememberCustomer } from "@/storefront/checkout/remembered-customer";
import { ADA } from "@/test/storefront/checkout-fixtures";
import {
  answers,
  server as confirmations,
  json,
  openConfirmed,
  openPage,
  paid,
  pass,
  putInCart,
  QUERY,
  SLUG,
  serveConfirmations,
  smsBodies,
  verifyBodies,
} from "@/test/storefront/confirmation-harness";

serveConfirmations();

/** Each word is there, and the first of each stands after the first of the one before it. */
function expectInOrder(words: string[]): void {
  const text = document.body.textContent ?? "";
  const read = words.filter((word) => text.includes(word));
  expect(read).toEqual(words);
  expect(read.sort((one, other) => text.indexOf(one) - text.indexOf(other))).toEqual(words);
}

describe("while the payment is looked up", () => {
  it("says that the order is being confirmed", async () => {
    openPage();
    const status = screen.getByRole("status");
    expect(within(status).getByText("Confirming your order...")).toBeInTheDocument();
    expect(
      within(status).getByText("Please wait while we process your payment"),
    ).toBeInTheDocument();
    await screen.findByRole("heading", { name: "Order Confirmed!" });
  });

  it("keeps asking, ever more slowly, while the payment is processed", async () => {
    answers.verify = [json({ status: "processing", order: null })];
    openPage();
    await waitFor(() => expect(verifyBodies).toHaveLength(1));
    await screen.findByText(/Your bank is still working/);
    expect(screen.getByText("Confirming your order...")).toBeInTheDocument();
    await pass(2100);
    await waitFor(() => expect(verifyBodies).toHaveLength(2));
    await pass(2100);
    expect(verifyBodies).toHaveLength(2);
    answers.verify = [paid()];
    await pass(1000);
    expect(await screen.findByRole("heading", { name: "Order Confirmed!" })).toBeInTheDocument();
  });
});

describe("when no order can be shown", () => {
  it.each([
    ["the server's sentence", json({ error: "No such payment." }, 404), "No such payment."],
    ["a status without a sentence", json(null, 500), "Server error: 500"],
    ["a page of a proxy", () => new HttpResponse("<h1>", { status: 502 }), "Server error: 502"],
    [
      "no answer at all",
      () => HttpResponse.error(),
      "Failed to verify payment. Please contact support.",
    ],
    [
      "a success without an order",
      json({ status: "succeeded", order: null }),
      "Payment verification incomplete. Please contact support if charged.",
    ],
    [
      "an empty answer",
      () => new HttpResponse(null, { status: 200 }),
      "Payment verification incomplete. Please contact support if charged.",
    ],
    [
      "a page of a proxy that claims success",
      () => HttpResponse.html("<h1>Welcome to the proxy</h1>"),
      "Payment verification incomplete. Please contact support if charged.",
    ],
    [
      "an answer that says nothing",
      json(null),
      "Payment verification incomplete. Please contact support if charged.",
    ],
    [
      "a payment that the customer has not finished",
      json({ status: "requires_action", order: null }),
      "Payment verification incomplete. Please contact support if charged.",
    ],
  ])("explains %s", async (_case, answer, sentence) => {
    answers.verify = [answer];
    openPage();
    expect(
      await screen.findByRole("heading", { name: "Payment Verification Error" }),
    ).toHaveFocus();
    expect(screen.getByRole("alert")).toHaveTextContent(sentence);
    expect(screen.getByRole("link", { name: "Back to Menu" })).toHaveAttribute("href", `/${SLUG}`);
    expect(
      screen.getByText(/^If you were charged, please contact support with payment intent:/),
    ).toHaveTextContent("pi_1");
    expect(smsBodies).toEqual([]);
  });

  it("can be asked again", async () => {
    answers.verify = [json(null, 503), paid()];
    openPage();
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(await screen.findByRole("button", { name: "Check again" }));
    expect(await screen.findByRole("heading", { name: "Order Confirmed!" })).toBeInTheDocument();
  });

  it("finds no order in an address without a payment", () => {
    openPage("?payment_intent=");
    expect(screen.getByRole("heading", { name: "No Order Found" })).toBeInTheDocument();
    expect(
      screen.getByText("We couldn't find order details for this payment."),
    ).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Back to Menu" })).toHaveAttribute("href", `/${SLUG}`);
    expect(verifyBodies).toEqual([]);
  });

  it.each(["requires_payment_method", "canceled"])(
    "says that nothing was charged, and leads back to the checkout with the cart: %s",
    async (status) => {
      answers.verify = [json({ status, order: null })];
      putInCart();
      openPage(`${QUERY}&redirect_status=failed`);
      const heading = { name: "Your payment did not go through" };
      expect(await screen.findByRole("heading", heading)).toHaveFocus();
      expect(screen.getByRole("alert")).toHaveTextContent("Nothing was charged.");
      expect(screen.getByRole("link", { name: "Back to checkout" })).toHaveAttribute(
        "href",
        `/${SLUG}/checkout`,
      );
      expect(getCart(SLUG).items).toHaveLength(1);
      act(() => clearCart(SLUG));
      expect(screen.queryByRole("link", { name: "Back to checkout" })).not.toBeInTheDocument();
    },
  );
});

describe("a confirmed order", () => {
  it.each([
    ["pending", "To come", "Spicy Burritos has your order. The kitchen sees it next."],
    ["preparing", "In progress", "The kitchen is making your food."],
    ["ready", "Done", "Pick it up at the counter and say number 104."],
  ])("that is %s has the kitchen %s, and says what that means", async (status, stage, said) => {
    answers.verify = [paid({ status })];
    await openConfirmed();
    const progress = screen.getByRole("region", { name: "Order Progress" });
    expect(progress).toHaveTextContent(`Kitchen preparing: ${stage}`);
    expect(progress).toHaveTextContent(said);
  });

  it.each([
    ["at a stop", { name: "Pier 5", address: "5 River St", timezone: "America/New_York" }],
    ["at a truck without stops", undefined],
  ])("for another day %s is not said to be prepared now", async (_case, place) => {
    const pickupTime = "2026-06-05T01:00:00Z";
    answers.verify = [paid({ place, pickupTime, estimatedPickupTime: pickupTime })];
    await openConfirmed();
    expect(
      screen.getByText(
        "Thank you for your order! Your delicious meal will be prepared for Thursday, June 4.",
      ),
    ).toBeInTheDocument();
  });

  it("that is ready just after midnight is being prepared all the same", async () => {
    vi.setSystemTime(new Date("2026-06-02T03:50:00Z")); // 11:50 PM in New York
    const pickupTime = "2026-06-02T04:10:00Z";
    const place = { name: "Pier 5", address: "5 River St", timezone: "America/New_York" };
    answers.verify = [paid({ place, pickupTime, estimatedPickupTime: pickupTime })];
    await openConfirmed();
    expect(screen.getByText(/Your delicious meal is being prepared/)).toBeInTheDocument();
  });

  it("begins with time, number, place, map and the way to follow it; changes come after its progress", async () => {
    const place = { name: "Pier 5", address: "5 River St", timezone: "America/New_York" };
    const contactUntil = new Date(Date.now() + 600_000).toISOString();
    answers.verify = [paid({ place, trackingToken: "t".repeat(32), contactUntil })];
    await openConfirmed();
    await screen.findByRole("button", { name: /^Wrong phone/ });
    expectInOrder([
      "Estimated Pickup",
      "Order #104",
      "At Pier 5",
      "5 River St",
      "Open the map",
      "Follow your order",
      "Order Details",
      "Order Progress",
      "Wrong phone",
      "Order Again",
    ]);
  });

  it("is shown as a ticket with its details", async () => {
    await openConfirmed();
    expect(
      screen.getByText("Thank you for your order! Your delicious meal is being prepared."),
    ).toBeInTheDocument();
    const details = screen.getByRole("region", { name: "Order Details" });
    expect(details).toHaveTextContent("#104");
    expect(details).toHaveTextContent("Total Paid$27.70");
    expect(details).toHaveTextContent("StatusPaid");
    expect(details).toHaveTextContent("Ada Lovelace");
  });

  it("lists its items with quantities above one and line prices", async () => {
    await openConfirmed();
    const items = within(screen.getByRole("region", { name: "Your Items" }));
    const [first, second] = items.getAllByRole("listitem");
    expect(within(first as HTMLElement).getByText("x 2")).toBeInTheDocument();
    expect(first).toHaveTextContent("$22.00");
    expect(first).toHaveTextContent("Guacamole");
    expect(second).toHaveTextContent("Horchata$3.50");
    expect(second).not.toHaveTextContent("x 1");
  });

  it("says how the total comes about, as the receipt does", async () => {
    const amounts = { subtotal: 25.5, discount: 2.55, offerCode: "RAIN10", tax: 2.01, tip: 5 };
    answers.verify = [paid({ ...amounts, total: 29.96 })];
    await openConfirmed();
    const items = within(screen.getByRole("region", { name: "Your Items" }));
    const names = items.getAllByRole("term").map((term) => term.textContent);
    const amountsShown = items.getAllByRole("definition").map((amount) => amount.textContent);
    expect(names).toEqual(["Subtotal", "Offer RAIN10", "Tax", "Tip", "Total"]);
    expect(amountsShown).toEqual(["$25.50", "\u2212$2.55", "$2.01", "$5.00", "$29.96"]);
    const details = screen.getByRole("region", { name: "Order Details" });
    expect(details).toHaveTextContent("Total Paid$29.96");
    expect(details).not.toHaveTextContent("Tip");
  });

  it("without a discount or a tip has neither in its sums", async () => {
    await openConfirmed();
    const items = within(screen.getByRole("region", { name: "Your Items" }));
    const names = items.getAllByRole("term").map((term) => term.textContent);
    expect(names).toEqual(["Subtotal", "Tax", "Total"]);
  });

  it("leaves out a customer without a name", async () => {
    answers.verify = [paid({ customerName: null })];
    await openConfirmed();
    expect(screen.queryByText("Customer")).not.toBeInTheDocument();
  });

  it.each([
    [
      "an instant in the truck's zone",
      { estimatedPickupTime: "2026-06-02T01:00:00Z" },
      "Ready by 9:00 PM",
    ],
    ["other text as it is", { estimatedPickupTime: "half past six" }, "Ready by half past six"],
    [
      "what the customer asked for",
      { estimatedPickupTime: null, pickupTime: "2026-06-02T00:30:00Z" },
      "Ready by 8:30 PM",
    ],
    [
      "a guess when there is nothing",
      { estimatedPickupTime: null, pickupTime: null },
      "Approximately 15-30 minutes",
    ],
  ])("says the pickup: %s", async (_case, changes, text) => {
    answers.verify = [paid(changes)];
    await openConfirmed();
    const box = within(screen.getByRole("region", { name: "Estimated Pickup" }));
    expect(await box.findByText(text)).toBeInTheDocument();
  });

  it("names the place of the stop, and has the pickup on the clock there", async () => {
    const place = { name: "Pier 5", address: "5 River St", timezone: "America/Chicago" };
    const pickupTime = "2026-06-05T01:00:00Z";
    answers.verify = [paid({ place, pickupTime, estimatedPickupTime: pickupTime })];
    await openConfirmed();
    const box = within(screen.getByRole("region", { name: "Estimated Pickup" }));
    expect(await box.findByText("Ready by 8:00 PM")).toBeVisible();
    expect(box.getByText("At Pier 5")).toBeVisible();
    expect(box.getByText("5 River St")).toBeVisible();
  });

  it("opens the map at the position of the place", async () => {
    const place = { name: "Corner of 5th", address: "", timezone: "America/New_York" };
    answers.verify = [paid({ place, position: { latitude: 37.78, longitude: -122.41 } })];
    await openConfirmed();
    const box = within(screen.getByRole("region", { name: "Estimated Pickup" }));
    const map = box.getByRole("link", { name: /^Open the map/ });
    expect(map).toHaveAttribute("href", expect.stringMatching(/q=37\.78,-122\.41$/));
  });

  it("has the town and its map at a truck without stops", async () => {
    const location = { city: "Chula Vista", state: "CA" };
    const truck = { name: "Spicy Burritos", slug: SLUG, timezone: "America/New_York", location };
    answers.verify = [paid({ truck })];
    await openConfirmed();
    const box = within(screen.getByRole("region", { name: "Estimated Pickup" }));
    expect(box.getByText("Chula Vista, CA")).toBeVisible();
    const map = box.getByRole("link", { name: /^Open the map/ });
    expect(map).toHaveAttribute(
      "href",
      expect.stringMatching(/Spicy%20Burritos%2C%20Chula%20Vista/),
    );
  });

  it("leads to the page on which the order is followed", async () => {
    const trackingToken = "t".repeat(43);
    answers.verify = [paid({ trackingToken })];
    await openConfirmed();
    const link = screen.getByRole("link", { name: "Follow your order" });
    expect(link).toHaveAttribute("href", `/${SLUG}/order/${trackingToken}`);
  });

  it("follows the text once more after a correction, with the new address", async () => {
    const [trackingToken, next] = ["t".repeat(43), "n".repeat(43)];
    answers.verify = [paid({ trackingToken, contactUntil: "2026-06-01T20:15:00Z" })];
    confirmations.use(
      http.post(`*/api/track/${trackingToken}/contact`, () =>
        HttpResponse.json({ trackingToken: next }),
      ),
    );
    rememberCustomer(ADA);
    await openConfirmed();
    await pass(1100);
    await waitFor(() => expect(smsBodies).toHaveLength(1));
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(screen.getByRole("button", { name: "Wrong phone number or email?" }));
    await user.type(await screen.findByLabelText("Right email"), "ada@example.org");
    await user.click(screen.getByRole("button", { name: "Correct it and send again" }));
    await waitFor(() =>
      expect(screen.getByRole("link", { name: "Follow your order" })).toHaveAttribute(
        "href",
        `/${SLUG}/order/${next}`,
      ),
    );
    await pass(1100);
    await waitFor(() => expect(smsBodies).toHaveLength(2));
    const { name, phone } = ADA;
    expect(loadRemembered()).toMatchObject({ name, phone, email: "ada@example.org" });
    await pass(900_000);
    expect(screen.queryByRole("button", { name: /^Wrong phone/ })).not.toBeInTheDocument();
  });

  it("leads back to the truck and to all trucks", async () => {
    await openConfirmed();
    expect(screen.getByRole("link", { name: "Order Again" })).toHaveAttribute("href", `/${SLUG}`);
    expect(screen.getByRole("link", { name: "Browse Food Trucks" })).toHaveAttribute("href", "/");
  });

  it("clears the cart and the checkout, and never a later cart", async () => {
    putInCart();
    saveCustomer(SLUG, ADA, new Date());
    const page = await openConfirmed();
    expect(getCart(SLUG).items).toEqual([]);
    expect(localStorage.getItem(`chuckwagon:checkout:${SLUG}`)).toBeNull();
    page.unmount();
    putInCart();
    await openConfirmed();
    expect(getCart(SLUG).items).toHaveLength(1);
  });
});

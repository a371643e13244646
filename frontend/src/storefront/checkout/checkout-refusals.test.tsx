import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { aGroup, aMenuItem } from "@/test/fixtures";
import { CONFIG, INTENT, TRUCK } from "@/test/storefront/checkout-fixtures";
import {
  answerWith,
  fillIn,
  openCheckout,
  sent,
  server,
  startCheckoutServer,
  submit,
  submitButton,
  user,
} from "@/test/storefront/checkout-page-harness";
import { fakeStripe } from "@/test/storefront/fake-stripe";

vi.mock("@/storefront/checkout/payment/stripe-loader", () => ({
  stripeFor: async () => fakeStripe().stripe,
}));

startCheckoutServer();

describe("when the server refuses", () => {
  async function refusedWith(body: unknown, code: number) {
    answerWith(() => HttpResponse.json(body as object, { status: code }));
    openCheckout();
    await fillIn();
    await submit();
  }

  it("takes over new prices and says what changed", async () => {
    await refusedWith(
      {
        error: "Prices have changed. Please review your cart.",
        code: "prices_changed",
        cart: {
          items: [
            {
              menuItemId: "64b0000000000000000000a1",
              name: "Carnitas burrito",
              basePrice: 10.5,
              customization: {
                selectedOptions: [{ optionId: "o1", name: "Guacamole", additionalPrice: 1.5 }],
              },
            },
          ],
        },
        problems: [{ line: 0, code: "price_changed", message: "…" }],
      },
      409,
    );
    expect(
      await screen.findByText("Prices have changed. Please review your cart."),
    ).toBeInTheDocument();
    expect(screen.getByText("Carnitas burrito is now $12.00 (was $11.00)")).toBeInTheDocument();
    expect(screen.getByText(/look over your order again/)).toBeInTheDocument();
    expect(screen.getByRole("region", { name: "Order summary" })).toHaveTextContent("$26.10");
    expect(screen.getByRole("heading", { name: "Customer Info" })).toBeInTheDocument();
  });

  it("reads the truck again for its tax rate", async () => {
    const tax = { rate: 8.75 };
    const truck = () => HttpResponse.json({ ...TRUCK, taxRate: tax.rate, acceptingOrders: true });
    server.use(http.get("*/api/trucks/by-slug/:slug", truck));
    answerWith(() => {
      tax.rate = 10;
      return HttpResponse.json({ error: "Prices.", code: "prices_changed" }, { status: 409 });
    });
    openCheckout();
    await fillIn();
    await submit();
    await waitFor(() =>
      expect(screen.getByRole("region", { name: "Order summary" })).toHaveTextContent("$24.20"),
    );
  });

  it("offers what is left when that is less than was ordered, also where the menu shows no count", async () => {
    const burrito = aMenuItem({ _id: "64b0000000000000000000a1", basePrice: 9.5 });
    const guacamole = { ...aGroup("Extras", [0, 1], "Guacamole:1.5").options[0], _id: "o1" };
    const extras = { ...aGroup("Extras", [0, 1]), options: [guacamole] };
    server.use(
      http.get("*/api/menu-items/public/:id", () =>
        HttpResponse.json([{ ...burrito, optionGroups: [extras] }]),
      ),
    );
    await refusedWith(
      {
        error: "Something in your cart is no longer available.",
        code: "cart_invalid",
        problems: [
          {
            line: 0,
            code: "item_sold_out",
            message: "Only 1 left.",
            params: { item: "Carnitas burrito", left: 1 },
          },
        ],
      },
      409,
    );
    expect(await screen.findByText("Carnitas burrito: Only 1 left.")).toBeVisible();
    answerWith(() => HttpResponse.json(INTENT));
    await user.click(screen.getByRole("button", { name: "Change to 1 Carnitas burrito" }));
    await submit();
    expect(await screen.findByRole("heading", { name: "Payment" })).toBeVisible();
    expect(sent.at(-1)?.body.cart).toMatchObject({ items: [{ quantity: 1 }] });
  });

  it("takes out what is sold out and says so, even when nothing is left", async () => {
    await refusedWith(
      {
        error: "Something in your cart is no longer available.",
        code: "cart_invalid",
        problems: [{ line: 0, code: "item_sold_out", message: "Carnitas burrito is sold out." }],
      },
      409,
    );
    expect(
      await screen.findByText("Carnitas burrito is sold out and was removed"),
    ).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Back to Menu" })).toBeInTheDocument();
  });

  it.each([
    [409, { error: "We close early today.", code: "truck_closed" }, "We close early today."],
    [
      429,
      { error: "Too many tries. Please wait.", code: "rate_limited" },
      "Too many tries. Please wait.",
    ],
  ])("says the server's sentence (%s)", async (code, body, sentence) => {
    await refusedWith(body, code);
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it("tries again by itself while others on the network pay, and goes on to the payment", async () => {
    let refusals = 2;
    answerWith(() => {
      refusals -= 1;
      if (refusals < 0) return HttpResponse.json(INTENT);
      const body = { error: "Too many checkouts are not paid yet.", code: "too_many_unpaid" };
      return HttpResponse.json(body, { status: 429, headers: { "Retry-After": "1" } });
    });
    openCheckout();
    await fillIn();
    await submit();
    expect(await screen.findByText(/Others on your network are paying/)).toBeVisible();
    expect(screen.getByText(/It tries again by itself/)).toBeVisible();
    expect(
      await screen.findByRole("heading", { name: "Payment" }, { timeout: 10_000 }),
    ).toBeVisible();
    expect(screen.queryByText(/Others on your network/)).not.toBeInTheDocument();
    expect(sent).toHaveLength(3);
  });

  it("shows the sentences about fields at their fields", async () => {
    await refusedWith(
      {
        error: "Please enter a valid 10-digit phone number",
        code: "invalid_input",
        fields: { "customerInfo.phone": "Please enter a valid 10-digit phone number" },
      },
      400,
    );
    expect(
      await screen.findByText("Please enter a valid 10-digit phone number"),
    ).toBeInTheDocument();
    expect(screen.getByLabelText("Phone")).toBeInvalid();
    expect(screen.getByLabelText("Phone")).toHaveAccessibleDescription(/valid 10-digit/);
  });

  it("leaves out the sentence for the whole when every problem is shown at its field", async () => {
    await refusedWith(
      {
        error: "Some fields need your attention.",
        code: "invalid_input",
        fields: { "customerInfo.phone": "This phone number is not in service." },
      },
      400,
    );
    expect(await screen.findByText("This phone number is not in service.")).toBeInTheDocument();
    expect(screen.queryByText("Some fields need your attention.")).not.toBeInTheDocument();
  });

  it("says what is wrong outside the form beside the sentences at its fields", async () => {
    await refusedWith(
      {
        error: "Please enter a valid 10-digit phone number",
        code: "invalid_input",
        fields: {
          "customerInfo.phone": "Please enter a valid 10-digit phone number",
          truckInfo: "This truck has moved.",
        },
      },
      400,
    );
    expect(await screen.findByText("This truck has moved.")).toBeInTheDocument();
  });

  it.each([
    {
      answer: "its own sentence",
      body: { error: "The kitchen computer is rebooting.", code: "internal" },
      reason: "The kitchen computer is rebooting.",
    },
    { answer: "no sentence", body: null, reason: null },
  ])("says that the order could not be processed, with $answer", async ({ body, reason }) => {
    await refusedWith(body, 500);
    await expectOrderFailed(reason);
  });

  it("says that the order could not be processed when a proxy answers with a page", async () => {
    answerWith(() => HttpResponse.html("<h1>Welcome to the proxy</h1>"));
    openCheckout();
    await fillIn();
    await submit();
    await expectOrderFailed(null);
    answerWith(() => HttpResponse.json(INTENT));
    await submit();
    expect(await screen.findByRole("heading", { name: "Payment" })).toBeInTheDocument();
  });

  it("opens another checkout by itself when the one of an unanswered call has run out", async () => {
    await refusedWith({ error: "Down for a moment.", code: "internal" }, 500);
    await expectOrderFailed("Down for a moment.");
    const over = { error: "This checkout is over.", code: "checkout_replaced" };
    const answers = [
      HttpResponse.json({ ...over, reason: "checkout_expired" }, { status: 409 }),
      HttpResponse.json(INTENT),
    ];
    answerWith(() => answers.shift() ?? HttpResponse.error());
    await submit();
    expect(await screen.findByRole("heading", { name: "Payment" })).toBeInTheDocument();
    const [first, repeated, another] = sent;
    expect(sent).toHaveLength(3);
    expect(repeated?.key).toBe(first?.key);
    expect(another).toEqual({ ...first, key: another?.key });
    expect(another?.key).not.toBe(first?.key);
  });

  it("opens no other checkout in place of one that a newer page has replaced", async () => {
    const body = { error: "Replaced.", code: "checkout_replaced", reason: "checkout_replaced" };
    await refusedWith(body, 409);
    expect(await screen.findByText("Replaced.")).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  async function expectOrderFailed(reason: string | null) {
    const failed = "There was an error processing your order. Please try again.";
    const alert = (await screen.findByText(failed)).closest('[role="alert"]');
    expect(alert).toHaveTextContent(reason ? `${failed}${reason}` : new RegExp(`^${failed}$`));
    expect(submitButton()).toBeEnabled();
  }

  it("misses a client secret", async () => {
    await refusedWith({ ...INTENT, clientSecret: null }, 200);
    expect(
      await screen.findByText("No client secret received from payment intent creation"),
    ).toBeInTheDocument();
    expect(submitButton()).toBeEnabled();
  });

  it("says that there is no payment form when the server cannot tell how to pay, and asks again", async () => {
    server.use(http.get("*/api/config", () => HttpResponse.json({}, { status: 500 })));
    openCheckout();
    await fillIn();
    await submit();
    expect(
      await screen.findByText("Payment system not ready. Please refresh and try again."),
    ).toBeInTheDocument();
    server.use(http.get("*/api/config", () => HttpResponse.json(CONFIG)));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: /^Pay \$/ })).toBeInTheDocument();
  });

  it("repeats a lost submission under its own key, and says that nothing was charged", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    answerWith(() => HttpResponse.error());
    openCheckout();
    await fillIn();
    await submit();
    expect(
      await screen.findByText("There was an error processing your order. Please try again."),
    ).toBeInTheDocument();
    expect(
      screen.getByText("Unable to connect to server. Please check if the backend is running."),
    ).toBeInTheDocument();
    expect(screen.getByText("You seem to be offline. Nothing has been charged.")).toBeVisible();
    answerWith(() => HttpResponse.json(INTENT));
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });
});

import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clearCart, getCart } from "@/storefront/cart/cart-store";
import { watchReloads } from "@/test/reloads";
import { CONFIG, INTENT, TRUCK } from "@/test/storefront/checkout-fixtures";
import {
  answerWith,
  fillCart,
  fillIn,
  openCheckout,
  openPage,
  SLUG,
  sent,
  server,
  startCheckoutServer,
  submit,
  submitButton,
  typePickup,
  user,
} from "@/test/storefront/checkout-page-harness";
import { fakeStripe, status } from "@/test/storefront/fake-stripe";

const load = vi.hoisted(() => ({ stripeFor: vi.fn() }));
vi.mock("@/storefront/checkout/payment/stripe-loader", () => load);

let provider = fakeStripe();

startCheckoutServer();
beforeEach(() => {
  provider = fakeStripe();
  load.stripeFor.mockImplementation(async () => provider.stripe);
});

describe("before the form", () => {
  it("names an address without a truck", () => {
    openPage("");
    expect(screen.getByRole("heading", { name: "Invalid URL" })).toBeInTheDocument();
  });

  it("sends an empty cart back to the menu", () => {
    openPage();
    expect(screen.getByRole("heading", { name: "Your cart is empty" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Back to Menu" })).toHaveAttribute("href", `/${SLUG}`);
  });

  it.each([
    [`/${SLUG}/order/abc_-1`, true],
    ["/orders/", true],
    [`/${SLUG}/order-confirmation?payment_intent=pi_1`, true],
    [`/${SLUG}`, false],
    [`/${SLUG}/checkout`, false],
  ])(
    "in a document that was opened at %s is loaded again: %j, which keeps the cart",
    (arrived, isAgain) => {
      const reloaded = watchReloads();
      const visit = { name: `https://street.example${arrived}` } as PerformanceEntry;
      vi.spyOn(performance, "getEntriesByType").mockReturnValue([visit]);
      openCheckout();
      expect(reloaded.mock.calls.length > 0).toBe(isAgain);
      expect(screen.queryByLabelText("Name") === null).toBe(isAgain);
      expect(getCart(SLUG).items).toHaveLength(1);
    },
  );

  it("shows both steps, the way back and the order with its totals", async () => {
    openCheckout();
    const steps = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(steps.slice(0, 2)).toEqual(["1 Customer Info", "2 Payment"]);
    expect(await screen.findByRole("link", { name: "Back to Spicy Burritos" })).toHaveAttribute(
      "href",
      `/${SLUG}`,
    );
    const summary = screen.getByRole("region", { name: "Order summary" });
    for (const amount of ["$22.00", "$1.93", "$23.93"]) expect(summary).toHaveTextContent(amount);
  });
});

describe("the customer's form", () => {
  it.each([
    [true, "For your receipt."],
    [false, ""],
  ])("promises a receipt only where e-mail is sent: %j", async (sendsEmail, hint) => {
    server.use(http.get("*/api/config", () => HttpResponse.json({ ...CONFIG, sendsEmail })));
    openCheckout();
    await waitFor(() =>
      expect(screen.getByLabelText("Email (optional)")).toHaveAccessibleDescription(hint),
    );
  });

  it("asks for everything required", async () => {
    openCheckout();
    await submit();
    expect(screen.getByText("Please fill in all required fields")).toBeInTheDocument();
    for (const name of ["Name", "Phone"]) {
      expect(screen.getByLabelText(name)).toBeInvalid();
    }
    expect(screen.getByLabelText("Email (optional)")).toBeValid();
    expect(sent).toEqual([]);
  });

  it("formats the phone while it is typed, and refuses a short one", async () => {
    openCheckout();
    await fillIn({ phone: "555234567" });
    expect(screen.getByLabelText("Phone")).toHaveValue("(555) 234-567");
    await submit();
    expect(screen.getByText("Please enter a valid 10-digit phone number")).toBeInTheDocument();
    await user.type(screen.getByLabelText("Phone"), "89");
    expect(screen.getByLabelText("Phone")).toHaveValue("(555) 234-5678");
    await waitFor(() =>
      expect(
        screen.queryByText("Please enter a valid 10-digit phone number"),
      ).not.toBeInTheDocument(),
    );
  });

  it("takes no more than ten digits", async () => {
    openCheckout();
    await fillIn({ phone: "50355501429999" });
    const phone = screen.getByLabelText("Phone");
    expect(phone).toHaveValue("(503) 555-0142");
    expect(phone).toHaveAttribute("maxlength", "14");
    await user.clear(phone);
    await user.paste("50355501429999");
    expect(phone).toHaveValue("(503) 555-0142");
  });

  it.each([
    ["+1 (555) 234-5678", "(555) 234-5678"],
    ["\u202a+1 555\u2011234\u20115678\u202c", "(555) 234-5678"],
    ["1 (555) 234-5678", "(555) 234-5678"],
    ["+44 20 7946 0958", "+442079460958"],
  ])("reads the whole of a pasted %j, also over a number that is there", async (pasted, shown) => {
    openCheckout();
    await user.type(screen.getByLabelText("Phone"), "2135550177");
    await user.paste(pasted);
    expect(screen.getByLabelText("Phone")).toHaveValue(shown);
    if (!shown.startsWith("+")) return;
    await submit();
    expect(screen.getByText("Only US mobile numbers can get our texts.")).toBeInTheDocument();
  });

  it("leaves the kitchen fifteen minutes", async () => {
    openCheckout();
    await fillIn({ pickup: "13:10" });
    await submit();
    expect(
      screen.getByText("Please allow at least 15 minutes for preparation"),
    ).toBeInTheDocument();
    expect(screen.queryByText(/^Ready today/)).not.toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it("takes a time of day that has passed as tomorrow", async () => {
    openCheckout();
    await fillIn({ pickup: "12:00" });
    expect(screen.getByLabelText("Pickup time")).toHaveAccessibleDescription(
      /Ready tomorrow, Tuesday, June 2, at 12:00 PM/,
    );
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent[0]?.body.customerInfo).toMatchObject({ pickupTime: "12:00" });
  });

  it("remembers what was typed over a reload", async () => {
    const page = openCheckout();
    await fillIn();
    page.unmount();
    openPage();
    expect(screen.getByLabelText("Name")).toHaveValue("Ada Lovelace");
    expect(screen.getByLabelText("Phone")).toHaveValue("(555) 234-5678");
    expect(screen.getByLabelText("Pickup time")).toHaveValue("18:00");
  });

  it("cannot order from a truck that did not load", async () => {
    server.use(
      http.get("*/api/trucks/by-slug/:slug", () =>
        HttpResponse.json({ error: "Truck not found" }, { status: 404 }),
      ),
    );
    openCheckout();
    expect(await screen.findByText("Unable to load truck information")).toBeInTheDocument();
    expect(screen.getByText("Truck not found")).toBeInTheDocument();
    await user.type(screen.getByLabelText("Name"), "Ada");
    await user.type(screen.getByLabelText("Phone"), "5552345678");
    await typePickup("18:00");
    await submit();
    expect(
      await screen.findByText("Unable to load truck information. Please try again."),
    ).toBeInTheDocument();
    expect(sent).toEqual([]);
  });
});

describe("going on to the payment", () => {
  it("waits for a truck that is still loading", async () => {
    let arrive = (_truck: object) => {};
    const truck = new Promise<object>((resolve) => {
      arrive = resolve;
    });
    server.use(
      http.get("*/api/trucks/by-slug/:slug", async () => HttpResponse.json({ ...(await truck) })),
    );
    openCheckout();
    await user.type(screen.getByLabelText("Name"), "Ada Lovelace");
    await user.type(screen.getByLabelText("Phone"), "5552345678");
    await typePickup("18:00");
    await submit();
    expect(screen.queryByText(/Unable to load/)).not.toBeInTheDocument();
    arrive({ ...TRUCK, taxRate: 8.75, acceptingOrders: true });
    expect(await screen.findByRole("heading", { name: "Payment" })).toBeInTheDocument();
    expect(sent).toMatchObject([{ body: { truckInfo: { _id: TRUCK._id, slug: SLUG } } }]);
  });

  it("sends cart, customer and truck with an idempotency key and the cart's attempt", async () => {
    fillCart();
    const { attemptId } = getCart(SLUG);
    openPage();
    await fillIn();
    await submit();
    const heading = await screen.findByRole("heading", { name: "Payment" });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(sent).toHaveLength(1);
    expect(sent[0]?.attempt).toBe(attemptId);
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[0]?.body).toMatchObject({
      cart: { subtotal: 22, tax: 1.93, total: 23.93, items: [{ quantity: 2, totalPrice: 22 }] },
      customerInfo: {
        name: "Ada Lovelace",
        phone: "(555) 234-5678",
        email: "",
        pickupTime: "18:00",
      },
      truckInfo: { _id: TRUCK._id, slug: SLUG },
    });
  });

  it("sends once for a double click", async () => {
    openCheckout();
    await fillIn();
    await user.dblClick(submitButton());
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent).toHaveLength(1);
  });

  it("stays at the payment over a reload", async () => {
    const page = openCheckout();
    await fillIn();
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    page.unmount();
    openPage();
    expect(screen.getByRole("heading", { name: "Payment" })).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it("asks again when the cart changed after the payment was opened", async () => {
    const page = openCheckout();
    await fillIn();
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    page.unmount();
    openCheckout();
    expect(screen.getByRole("heading", { name: "Customer Info" })).toBeInTheDocument();
  });

  it("goes back without the client secret, and forward again under the same attempt", async () => {
    openCheckout();
    await fillIn();
    await submit();
    await screen.findByRole("button", { name: "Pay $23.93" });
    await user.click(screen.getByRole("button", { name: "Back to customer information" }));
    await waitFor(() =>
      expect(screen.getByRole("heading", { name: "Customer Info" })).toHaveFocus(),
    );
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(INTENT.clientSecret);
    answerWith(() =>
      HttpResponse.json({ ...INTENT, paymentIntentId: "pi_2", clientSecret: "pi_2_secret_2" }),
    );
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    await waitFor(() => expect(provider.secrets.at(-1)).toBe("pi_2_secret_2"));
    expect(sent).toHaveLength(2);
    expect(sent[1]?.attempt).toBe(sent[0]?.attempt);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("pays and leaves for the confirmation, whatever happens to the cart while the bank decides", async () => {
    let decide = (_result: unknown) => {};
    provider.confirm.mockReturnValue(
      new Promise((resolve) => {
        decide = resolve;
      }),
    );
    openCheckout();
    await fillIn();
    await submit();
    const pay = await screen.findByRole("button", { name: "Pay $23.93" });
    await vi.advanceTimersByTimeAsync(1100);
    await waitFor(() => expect(pay).toHaveAttribute("aria-disabled", "false"));
    await user.click(pay);
    act(() => clearCart(SLUG)); // in another tab
    expect(screen.getByRole("heading", { name: "Payment" })).toBeVisible();
    decide(status("succeeded"));
    await screen.findByText("Payment successful! Redirecting...");
    await vi.advanceTimersByTimeAsync(1500);
    await waitFor(() => expect(window.location.pathname).toBe(`/${SLUG}/order-confirmation`));
    expect(window.location.search).toBe(
      "?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1",
    );
  });
});

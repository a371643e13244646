import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { StrictMode } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addToCart, clearCart, getCart } from "@/features/cart/cart-store";
import { CONFIG, INTENT, NOW, TRUCK } from "@/features/checkout/checkout-fixtures";
import { fakeStripe, status } from "@/features/checkout/fake-stripe";
import { CheckoutPage } from "./checkout-page";

const load = vi.hoisted(() => ({ stripeFor: vi.fn() }));
vi.mock("@/features/checkout/stripe-loader", () => load);

interface Sent {
  body: { cart: { items: unknown[]; total: number }; customerInfo: unknown; truckInfo: unknown };
  key: string | null;
  attempt: string | null;
}

const SLUG = TRUCK.slug;
const sent: Sent[] = [];
let answer: () => Response;
let provider = fakeStripe();

const server = setupServer(
  http.get("*/api/config", () => HttpResponse.json(CONFIG)),
  http.get("*/api/trucks/by-slug/:slug", () =>
    HttpResponse.json({ ...TRUCK, taxRate: 8.75, acceptingOrders: true }),
  ),
  http.post("*/api/create-payment-intent", async ({ request }) => {
    sent.push({
      body: (await request.json()) as Sent["body"],
      key: request.headers.get("idempotency-key"),
      attempt: request.headers.get("x-checkout-attempt"),
    });
    return answer();
  }),
);

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  sent.length = 0;
  answer = () => HttpResponse.json(INTENT);
  provider = fakeStripe();
  load.stripeFor.mockImplementation(async () => provider.stripe);
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  server.resetHandlers();
  clearCart(SLUG);
  vi.useRealTimers();
});

function fillCart() {
  addToCart(SLUG, {
    menuItemId: "64b0000000000000000000a1",
    name: "Carnitas burrito",
    basePrice: 9.5,
    quantity: 2,
    imageUrl: null,
    truckId: TRUCK._id,
    customization: {
      selectedOptions: [{ optionId: "o1", name: "Guacamole", additionalPrice: 1.5 }],
      optionChoices: [],
      specialInstructions: "",
    },
  });
}

function Address() {
  const { pathname, search } = useLocation();
  return <p data-address>{pathname + search}</p>;
}

function openPage(slug: string | undefined = SLUG) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={["/here/checkout"]}>
          <Routes>
            <Route path="/here/checkout" element={<CheckoutPage slug={slug} />} />
            <Route path="*" element={<Address />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
const submitButton = () => screen.getByRole("button", { name: "Continue to Payment" });

async function fillIn({ name = "Ada Lovelace", phone = "5552345678", pickup = "18:00" } = {}) {
  await screen.findByText("from Spicy Burritos");
  if (name) await user.type(screen.getByLabelText("Name"), name);
  if (phone) await user.type(screen.getByLabelText("Phone"), phone);
  if (pickup) await user.type(screen.getByLabelText("Pickup time"), pickup);
}

async function submit() {
  await user.click(submitButton());
}

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

  it("shows both steps, the way back and the order with its totals", async () => {
    fillCart();
    openPage();
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
  it("asks for everything required", async () => {
    fillCart();
    openPage();
    await submit();
    expect(screen.getByText("Please fill in all required fields")).toBeInTheDocument();
    for (const name of ["Name", "Phone", "Pickup time"]) {
      expect(screen.getByLabelText(name)).toBeInvalid();
    }
    expect(screen.getByLabelText("Email (optional)")).toBeValid();
    expect(sent).toEqual([]);
  });

  it("formats the phone while it is typed, and refuses a short one", async () => {
    fillCart();
    openPage();
    await fillIn({ phone: "555234567" });
    expect(screen.getByLabelText("Phone")).toHaveValue("(555) 234-567");
    await submit();
    expect(screen.getByText("Please enter a valid 10-digit phone number")).toBeInTheDocument();
    await user.type(screen.getByLabelText("Phone"), "89");
    expect(screen.getByLabelText("Phone")).toHaveValue("(555) 234-5678");
    expect(
      screen.queryByText("Please enter a valid 10-digit phone number"),
    ).not.toBeInTheDocument();
  });

  it("takes a pasted number with its country code", async () => {
    fillCart();
    openPage();
    await user.click(screen.getByLabelText("Phone"));
    await user.paste("+1 (555) 234-5678");
    expect(screen.getByLabelText("Phone")).toHaveValue("(555) 234-5678");
  });

  it("leaves the kitchen fifteen minutes", async () => {
    fillCart();
    openPage();
    await fillIn({ pickup: "13:10" });
    await submit();
    expect(
      screen.getByText("Please allow at least 15 minutes for preparation"),
    ).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it("remembers what was typed over a reload", async () => {
    fillCart();
    const page = openPage();
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
    fillCart();
    openPage();
    expect(await screen.findByText("Unable to load truck information")).toBeInTheDocument();
    expect(screen.getByText("Truck not found")).toBeInTheDocument();
    await user.type(screen.getByLabelText("Name"), "Ada");
    await user.type(screen.getByLabelText("Phone"), "5552345678");
    await user.type(screen.getByLabelText("Pickup time"), "18:00");
    await submit();
    expect(
      screen.getByText("Unable to load truck information. Please try again."),
    ).toBeInTheDocument();
    expect(sent).toEqual([]);
  });
});

describe("going on to the payment", () => {
  it("sends cart, customer and truck with an idempotency key and the cart's attempt", async () => {
    fillCart();
    const { attemptId } = getCart(SLUG);
    openPage();
    await fillIn();
    await submit();
    expect(await screen.findByRole("heading", { name: "Payment" })).toHaveFocus();
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
    fillCart();
    openPage();
    await fillIn();
    await user.dblClick(submitButton());
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent).toHaveLength(1);
  });

  it("stays at the payment over a reload", async () => {
    fillCart();
    const page = openPage();
    await fillIn();
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    page.unmount();
    openPage();
    expect(screen.getByRole("heading", { name: "Payment" })).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it("asks anew when the cart changed after the payment was opened", async () => {
    fillCart();
    const page = openPage();
    await fillIn();
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    page.unmount();
    fillCart();
    openPage();
    expect(screen.getByRole("heading", { name: "Customer Info" })).toBeInTheDocument();
  });

  it("goes back without the client secret, and forward again under the same attempt", async () => {
    fillCart();
    openPage();
    await fillIn();
    await submit();
    await screen.findByRole("button", { name: "Pay $23.93" });
    await user.click(screen.getByRole("button", { name: "Back to customer information" }));
    expect(screen.getByRole("heading", { name: "Customer Info" })).toHaveFocus();
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(INTENT.clientSecret);
    answer = () =>
      HttpResponse.json({ ...INTENT, paymentIntentId: "pi_2", clientSecret: "pi_2_secret_2" });
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    await waitFor(() => expect(provider.secrets.at(-1)).toBe("pi_2_secret_2"));
    expect(sent).toHaveLength(2);
    expect(sent[1]?.attempt).toBe(sent[0]?.attempt);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("pays and leaves for the confirmation with the payment in the address", async () => {
    provider.confirm.mockResolvedValue(status("succeeded"));
    fillCart();
    openPage();
    await fillIn();
    await submit();
    const pay = await screen.findByRole("button", { name: "Pay $23.93" });
    await vi.advanceTimersByTimeAsync(1100);
    await waitFor(() => expect(pay).toHaveAttribute("aria-disabled", "false"));
    await user.click(pay);
    await screen.findByText("Payment successful! Redirecting...");
    await vi.advanceTimersByTimeAsync(1500);
    expect(
      await screen.findByText(
        `/${SLUG}/order-confirmation?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1`,
      ),
    ).toBeInTheDocument();
  });
});

describe("when the server refuses", () => {
  async function refusedWith(body: unknown, code: number) {
    answer = () => HttpResponse.json(body as object, { status: code });
    fillCart();
    openPage();
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
      await screen.findByText("Carnitas burrito is sold out and was taken out"),
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

  it.each([500, 503])("says that the order could not be processed (%s)", async (code) => {
    await refusedWith(null, code);
    expect(
      await screen.findByText("There was an error processing your order. Please try again."),
    ).toBeInTheDocument();
  });

  it("misses a client secret", async () => {
    await refusedWith({ ...INTENT, clientSecret: null }, 200);
    expect(
      await screen.findByText("No client secret received from payment intent creation"),
    ).toBeInTheDocument();
    expect(submitButton()).toBeEnabled();
  });

  it("repeats a lost submission under its own key", async () => {
    answer = () => HttpResponse.error();
    fillCart();
    openPage();
    await fillIn();
    await submit();
    expect(
      await screen.findByText("There was an error processing your order. Please try again."),
    ).toBeInTheDocument();
    expect(
      screen.getByText("Unable to connect to server. Please check if the backend is running."),
    ).toBeInTheDocument();
    answer = () => HttpResponse.json(INTENT);
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });
});

import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { finishCheckout } from "@/storefront/checkout/checkout-storage";
import { forbidStorage } from "@/test/forbid-storage";
import { ADA } from "@/test/storefront/checkout-fixtures";
import {
  fillIn,
  openCheckout,
  openLater,
  openPage,
  SLUG,
  sent,
  startCheckoutServer,
  submit,
  typePickup,
  user,
} from "@/test/storefront/checkout-page-harness";
import { fakeStripe } from "@/test/storefront/fake-stripe";
import { loadRemembered, rememberCustomer } from "./remembered-customer";

const load = vi.hoisted(() => ({ stripeFor: vi.fn() }));
vi.mock("@/storefront/checkout/payment/stripe-loader", () => load);

startCheckoutServer();
beforeEach(() => {
  load.stripeFor.mockImplementation(async () => fakeStripe().stripe);
});

const soon = () => screen.getByRole("radio", { name: "As soon as possible (about 1:15 PM)" });

it("is for as soon as possible unless a later time is asked for", async () => {
  openCheckout();
  await fillIn({ pickup: "" });
  expect(soon()).toBeChecked();
  expect(screen.queryByLabelText("Pickup time")).toBeNull();
  await openLater();
  expect(soon()).toBeChecked();
  await submit();
  await screen.findByRole("heading", { name: "Payment" });
  expect(sent[0]?.body.customerInfo).toMatchObject({ pickupTime: "asap" });
});

it("takes either a time or as soon as possible", async () => {
  openCheckout();
  await fillIn({ pickup: "18:00" });
  await user.click(soon());
  await openLater();
  expect(screen.getByLabelText("Pickup time")).toHaveValue("");
  await typePickup("18:30");
  expect(soon()).not.toBeChecked();
  await user.clear(screen.getByLabelText("Pickup time"));
  await submit();
  expect(screen.getByText("Please fill in all required fields")).toBeInTheDocument();
  expect(screen.getByLabelText("Pickup time")).toBeInvalid();
  expect(sent).toEqual([]);
});

it("lets a phone fill in the contact details and lead from field to field", () => {
  openCheckout();
  const said = ["Name", "Phone", "Email (optional)"].map((label) => {
    const field = screen.getByLabelText(label);
    return ["autocomplete", "inputmode", "enterkeyhint"].map((name) => field.getAttribute(name));
  });
  expect(said).toEqual([
    ["name", null, "next"],
    ["tel-national", "tel", "next"],
    ["email", "email", "next"],
  ]);
});

it("is remembered only by a choice that is not made in advance", async () => {
  openCheckout();
  await fillIn();
  const remember = screen.getByRole("checkbox", { name: "Remember me on this device" });
  expect(remember).not.toBeChecked();
  await user.click(remember);
  await submit();
  await screen.findByRole("heading", { name: "Payment" });
  expect(sent[0]?.body.customerInfo).not.toHaveProperty("remember");
  finishCheckout(SLUG, new Date());
  expect(loadRemembered()?.name).toBe(ADA.name);
});

it("is filled in and paid where the browser forbids storage, and comes back as it was left", async () => {
  forbidStorage();
  openCheckout();
  await fillIn();
  expect(screen.queryByRole("checkbox", { name: /Remember me/ })).not.toBeInTheDocument();
  cleanup();
  openPage();
  expect(screen.getByLabelText("Name")).toHaveValue(ADA.name);
  await submit();
  await screen.findByRole("heading", { name: "Payment" });
  vi.restoreAllMocks();
  finishCheckout(SLUG, new Date());
});

it("starts with the contact details of the last order, and forgets them", async () => {
  rememberCustomer(ADA);
  openCheckout();
  expect(screen.getByLabelText("Name")).toHaveValue(ADA.name);
  expect(screen.getByLabelText("Phone")).toHaveValue(ADA.phone);
  expect(soon()).toBeChecked();
  await user.clear(screen.getByLabelText("Name"));
  await user.type(screen.getByLabelText("Name"), "Grace");
  await user.click(screen.getByRole("button", { name: "Forget" }));
  expect(screen.getByLabelText("Name")).toHaveValue("Grace");
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveFocus());
  expect(screen.getByLabelText("Phone")).toHaveValue("");
  expect(screen.getByText(/no longer saved on this device/)).toBeInTheDocument();
  const kept = JSON.stringify(Object.entries(localStorage));
  for (const value of [ADA.name, ADA.phone, ADA.email]) expect(kept).not.toContain(value);
});

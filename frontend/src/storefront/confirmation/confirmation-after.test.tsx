import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { loadCustomer, saveCustomer } from "@/storefront/checkout/checkout-storage";
import { ADA } from "@/test/storefront/checkout-fixtures";
import {
  answers,
  json,
  openConfirmed,
  openPage,
  pass,
  SLUG,
  serveConfirmations,
  smsBodies,
  verifyBodies,
} from "@/test/storefront/confirmation-harness";

serveConfirmations();

describe("the customer's contact details", () => {
  it("are remembered on the device for the next order at any truck", async () => {
    saveCustomer(SLUG, { ...ADA, pickupTime: "asap", remember: true }, new Date());
    await openConfirmed();
    expect(screen.getByText(/^Your contact details are saved on this device/)).toBeVisible();
    expect(loadCustomer("another-truck", new Date())).toEqual({ ...ADA, pickupTime: "asap" });
  });

  it("are remembered without the time of day", async () => {
    saveCustomer(SLUG, { ...ADA, remember: true }, new Date());
    await openConfirmed();
    expect(loadCustomer(SLUG, new Date())).toEqual({ ...ADA, pickupTime: "asap" });
  });

  it("are forgotten on the spot", async () => {
    saveCustomer(SLUG, { ...ADA, remember: true }, new Date());
    await openConfirmed();
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(screen.getByRole("button", { name: "Forget" }));
    expect(screen.getByText(/no longer saved on this device/)).toBeVisible();
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain("Ada");
  });

  it("are not remembered where another device filled in the form", async () => {
    await openConfirmed();
    expect(screen.queryByRole("button", { name: "Forget" })).not.toBeInTheDocument();
  });
});

describe("the client secret", () => {
  it("leaves the address bar and is remembered for a reload of the tab", async () => {
    const page = await openConfirmed();
    expect(window.location.search).toBe("?payment_intent=pi_1");
    expect(window.history.state).toEqual({ idx: 3 });
    page.unmount();
    openPage("?payment_intent=pi_1");
    await screen.findByRole("heading", { name: "Order Confirmed!" });
    expect(verifyBodies).toEqual([
      { payment_intent_id: "pi_1", payment_intent_client_secret: "pi_1_secret_1" },
      { payment_intent_id: "pi_1", payment_intent_client_secret: "pi_1_secret_1" },
    ]);
  });

  it("is not needed", async () => {
    openPage("?payment_intent=pi_1&redirect_status=succeeded");
    await screen.findByRole("heading", { name: "Order Confirmed!" });
    expect(verifyBodies).toEqual([{ payment_intent_id: "pi_1" }]);
  });
});

describe("the confirmation text", () => {
  it("is asked for one second after the verification, once", async () => {
    await openConfirmed();
    expect(screen.getByText("Sending SMS confirmation...")).toBeInTheDocument();
    expect(screen.getByText("SMS notifications active")).toBeInTheDocument();
    await pass(700);
    expect(smsBodies).toEqual([]);
    await pass(400);
    expect(await screen.findByText("SMS confirmation sent")).toBeInTheDocument();
    expect(screen.getByText("SMS sent")).toBeInTheDocument();
    expect(screen.getByText("Check your phone")).toBeInTheDocument();
    expect(smsBodies).toEqual([{ paymentIntentId: "pi_1" }]);
  });

  it("is not asked for again after a reload", async () => {
    const page = await openConfirmed();
    await pass(1100);
    await screen.findByText("SMS confirmation sent");
    page.unmount();
    await openConfirmed();
    expect(screen.getByText("SMS confirmation sent")).toBeInTheDocument();
    await pass(5000);
    expect(smsBodies).toHaveLength(1);
  });

  it("is followed while it is pending", async () => {
    answers.sms = [
      json({ status: "pending" }),
      json({ status: "pending" }),
      json({ status: "sent" }),
    ];
    await openConfirmed();
    await pass(1100);
    await waitFor(() => expect(smsBodies).toHaveLength(1));
    expect(screen.getByText("Sending SMS confirmation...")).toBeInTheDocument();
    await pass(1600);
    await waitFor(() => expect(smsBodies).toHaveLength(2));
    await pass(2100);
    expect(await screen.findByText("SMS confirmation sent")).toBeInTheDocument();
  });

  it.each([
    ["the server says so", json({ status: "failed" })],
    ["the server refuses", json({ error: "Too many" }, 429)],
    ["no answer comes", () => HttpResponse.error()],
  ])("may be delayed when %s, with nothing but a log entry", async (_case, answer) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    answers.sms = [answer];
    await openConfirmed();
    await pass(1100);
    expect(await screen.findByText("SMS may be delayed")).toBeInTheDocument();
    expect(screen.getByText("Your order is safe")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(log.mock.calls.length > 0).toBe(_case !== "the server says so");
  });

  it("counts as late when it stays pending", async () => {
    answers.sms = [json({ status: "pending" })];
    await openConfirmed();
    const isLate = () => screen.queryByText("SMS may be delayed") !== null;
    // Each answer takes real time; only after it does the next wait begin.
    for (let turn = 0; turn < 1000 && !isLate(); turn += 1) await pass(30_000);
    expect(isLate()).toBe(true);
    expect(smsBodies).toHaveLength(9);
    await pass(60_000);
    expect(smsBodies).toHaveLength(9);
  });

  it.each(["skipped", "mysterious"])("shows nothing when it is %s", async (status) => {
    answers.sms = [json({ status })];
    await openConfirmed();
    await pass(1100);
    await waitFor(() =>
      expect(screen.queryByText("Sending SMS confirmation...")).not.toBeInTheDocument(),
    );
    expect(screen.queryByText(/SMS confirmation|SMS may be/)).not.toBeInTheDocument();
    expect(screen.getByText("SMS notifications active")).toBeInTheDocument();
  });
});

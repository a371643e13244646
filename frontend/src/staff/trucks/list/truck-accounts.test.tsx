import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { goToProvider } from "@/staff/trucks/payment-account/provider-redirects";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import {
  aStatus,
  aTruckNumber,
  BUSY,
  ID,
  NO_ACCOUNT,
  PROVIDER,
  row,
  serveStatus,
  serveTrucks,
  UNFINISHED,
} from "@/test/staff/trucks-backend";
import { useToasts } from "@/ui/feedback/toast";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "./trucks-page";

vi.mock("@/staff/trucks/payment-account/provider-redirects", async (load) => ({
  ...(await load<object>()),
  goToProvider: vi.fn(),
}));

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  signInAs("superadmin");
  serveTrucks(aStaffTruck());
  serveStatus(aStatus());
});

describe("the payment account of a truck", () => {
  it.each([
    ["No Account", NO_ACCOUNT, "Create Account for Spicy Burritos"],
    ["Active", aStatus(), null],
    [
      "Past Due",
      { ...UNFINISHED, requirements: { past_due: ["external_account"], currently_due: [] } },
      "Complete Setup for Spicy Burritos",
    ],
    [
      "Pending",
      { ...UNFINISHED, requirements: { past_due: [], currently_due: ["external_account"] } },
      "Complete Setup for Spicy Burritos",
    ],
    ["Setup", UNFINISHED, "Complete Setup for Spicy Burritos"],
    ["Setup", aStatus({ payoutsEnabled: false }), null],
  ])("is told as %s, with its next step", async (label, status, step) => {
    serveStatus(status);
    renderApp("/admin/trucks");
    const cells = await row("Spicy Burritos");
    await waitFor(() => expect(cells.queryByText(/Loading the Stripe status/)).toBeNull());
    const [, , stripe] = cells.getAllByRole("cell");
    const cell = within(stripe as HTMLElement);
    expect(cell.getByText(label)).toBeInTheDocument();
    expect(
      cell.queryAllByRole("button").map((button) => button.getAttribute("aria-label")),
    ).toEqual(step ? [step] : []);
  });

  it("lists in words what the provider still asks for", async () => {
    serveStatus({
      ...UNFINISHED,
      requirements: {
        past_due: ["individual.id_number"],
        currently_due: ["individual.id_number", "external_account"],
      },
    });
    const { user } = renderApp("/admin/trucks");
    await user.click(await screen.findByText("Past Due"));
    expect(screen.getByText("Past due")).toBeVisible();
    expect(screen.getByText("Social Security or taxpayer number")).toBeVisible();
    expect(screen.getByText("Due now")).toBeVisible();
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(
      expect.arrayContaining(["Social Security or taxpayer number", "Bank account for payouts"]),
    );
  });

  it("that cannot be read leaves the rest of the table alone", async () => {
    serveTrucks(aStaffTruck(), aTruckNumber(1));
    server.use(
      http.get("*/api/stripe/connect/account-statuses", ({ request }) => {
        const truckIds = new URL(request.url).searchParams.get("truckIds")?.split(",") ?? [];
        const told = truckIds.map((truckId) => ({
          truckId,
          status: truckId === ID ? null : aStatus(),
        }));
        return HttpResponse.json({ statuses: told });
      }),
      http.get("*/api/stripe/connect/account-status/:id", () =>
        HttpResponse.json(BUSY, { status: 503 }),
      ),
    );
    const { user } = renderApp("/admin/trucks");
    const failing = await row("Spicy Burritos");
    expect(await failing.findByText("Status unavailable")).toBeInTheDocument();
    expect(await (await row("Truck 001")).findAllByText("Active")).toHaveLength(2);
    serveStatus(NO_ACCOUNT);
    await user.click(failing.getByRole("button", { name: /^Try again/ }));
    expect(await failing.findByText("No Account")).toBeInTheDocument();
  });

  it("is made with the owner's e-mail, under a key of its own", async () => {
    serveStatus(NO_ACCOUNT, UNFINISHED);
    const calls = recordCalls(
      "post",
      "*/api/stripe/connect/create-account",
      async (request) => [await request.json(), request.headers.get("Idempotency-Key")],
      () => HttpResponse.json({ success: true, accountId: "acct_1" }),
    );
    const { user } = renderApp("/admin/trucks");
    await user.click(await screen.findByRole("button", { name: /^Create Account/ }));
    expect(await screen.findByRole("button", { name: /^Complete Setup/ })).toBeEnabled();
    expect(screen.getByText("Spicy Burritos has a Stripe account now.")).toBeInTheDocument();
    expect(calls).toEqual([
      [
        { truckId: ID, email: "rosa@spicy.example", businessType: "individual" },
        expect.stringMatching(/^.{16,}$/),
      ],
    ]);
  });

  it("is asked for under the same key until the outcome is known, and a new one after a refusal", async () => {
    serveStatus(NO_ACCOUNT);
    const keys: (string | null)[] = [];
    const answers = [
      () => HttpResponse.error(),
      () => HttpResponse.json(BUSY, { status: 503 }),
      () => HttpResponse.json({ error: "This truck has an account." }, { status: 409 }),
      () => HttpResponse.json({ success: true, accountId: "acct_1" }),
    ];
    server.use(
      http.post("*/api/stripe/connect/create-account", ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        return answers[keys.length - 1]?.();
      }),
    );
    const { user } = renderApp("/admin/trucks");
    for (const count of [1, 2, 3, 4]) {
      await user.click(await screen.findByRole("button", { name: /^Create Account/ }));
      await waitFor(() => expect(keys).toHaveLength(count));
    }
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).toBe(keys[0]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it("that could not be made is said so", async () => {
    serveStatus(NO_ACCOUNT);
    server.use(
      http.post("*/api/stripe/connect/create-account", () =>
        HttpResponse.json(BUSY, { status: 503 }),
      ),
    );
    const { user } = renderApp("/admin/trucks");
    await user.click(await screen.findByRole("button", { name: /^Create Account/ }));
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to create Stripe account");
    expect(screen.getByText("Stripe is not answering.")).toBeInTheDocument();
  });

  it("is set up at the provider, which gets our own ways back", async () => {
    serveStatus(UNFINISHED);
    const bodies: unknown[] = [];
    let answer: () => void = () => undefined;
    server.use(
      http.post("*/api/stripe/connect/account-link", async ({ request }) => {
        bodies.push(await request.json());
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json({ success: true, url: PROVIDER });
      }),
    );
    const { user } = renderApp("/admin/trucks");
    await user.click(await screen.findByRole("button", { name: /^Complete Setup/ }));
    expect(screen.getByText("Opening Stripe...")).toBeVisible();
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(goToProvider).not.toHaveBeenCalled();
    answer();
    await waitFor(() => expect(goToProvider).toHaveBeenCalledWith(PROVIDER));
    const back = "http://localhost:3000/admin/trucks?onboarding=";
    expect(bodies).toEqual([
      {
        truckId: ID,
        refreshUrl: `${back}refresh&account=${ID}`,
        returnUrl: `${back}returned&account=${ID}`,
      },
    ]);
  });

  it("whose setup cannot be opened is said so", async () => {
    serveStatus(UNFINISHED);
    server.use(
      http.post("*/api/stripe/connect/account-link", () =>
        HttpResponse.json(BUSY, { status: 503 }),
      ),
    );
    const { user } = renderApp("/admin/trucks");
    await user.click(await screen.findByRole("button", { name: /^Complete Setup/ }));
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to create onboarding link");
    expect(screen.getByText("Stripe is not answering.")).toBeInTheDocument();
    expect(goToProvider).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: /^Complete Setup/ })).toBeEnabled();
  });
});

describe("coming back from the provider", () => {
  it("says what the account is now, and goes away when dismissed", async () => {
    const { user } = renderApp(`/admin/trucks?onboarding=returned&account=${ID}`);
    expect(await screen.findByText("Spicy Burritos: Active")).toBeInTheDocument();
    expect(screen.getByText("Stripe can take payments and pay out.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("Spicy Burritos: Active")).not.toBeInTheDocument();
    expect(screen.getByLabelText("Address")).toHaveTextContent(/^\/admin\/trucks$/);
  });

  it("says what is missing, and looks again on demand", async () => {
    serveStatus(
      { ...UNFINISHED, requirements: { past_due: [], currently_due: ["external_account"] } },
      aStatus(),
    );
    const { user } = renderApp(`/admin/trucks?onboarding=returned&account=${ID}`);
    const notice = (await screen.findByText("Spicy Burritos: Pending")).closest("[role=status]");
    expect(within(notice as HTMLElement).getByText("Bank account for payouts")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText("Spicy Burritos: Active")).toBeInTheDocument();
  });

  it("asks for a fresh link by itself when the old one no longer works", async () => {
    let asked = 0;
    server.use(
      http.post("*/api/stripe/connect/account-link", () => {
        asked += 1;
        return HttpResponse.json({ success: true, url: PROVIDER });
      }),
    );
    renderApp(`/admin/trucks?onboarding=refresh&account=${ID}`);
    await waitFor(() => expect(goToProvider).toHaveBeenCalledWith(PROVIDER, { instead: true }));
    expect(asked).toBe(1);
  });

  it("says when there is no fresh link, and tries again on demand", async () => {
    server.use(
      http.post("*/api/stripe/connect/account-link", () =>
        HttpResponse.json(BUSY, { status: 503 }),
      ),
    );
    const { user } = renderApp(`/admin/trucks?onboarding=refresh&account=${ID}`);
    expect(await screen.findByText("Stripe is not answering.")).toBeInTheDocument();
    expect(goToProvider).not.toHaveBeenCalled();
    server.use(
      http.post("*/api/stripe/connect/account-link", () =>
        HttpResponse.json({ success: true, url: PROVIDER }),
      ),
    );
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(goToProvider).toHaveBeenCalledWith(PROVIDER, { instead: true }));
  });
});

it("keeps the keyboard's place from creating an account to completing its setup", async () => {
  serveStatus(NO_ACCOUNT, UNFINISHED);
  server.use(
    http.post("*/api/stripe/connect/create-account", () => {
      // Browsers take the focus from the button that is disabled meanwhile.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      return HttpResponse.json({ success: true, accountId: "acct_1" });
    }),
  );
  const { user } = renderApp("/admin/trucks");
  (await screen.findByRole("button", { name: /^Create Account for / })).focus();
  await user.keyboard("{Enter}");
  const next = await screen.findByRole("button", { name: /^Complete Setup for / });
  await waitFor(() => expect(next).toHaveFocus());
});

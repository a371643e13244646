import { render, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ConnectStatus, StaffTruck } from "@/domain/api/admin-types";
import { useSessionStore } from "@/staff/session/session-store";
import { leaveFor } from "@/staff/trucks/onboarding/leave-for";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import { useToasts } from "@/ui/feedback/toast-store";
import { TrucksPage } from "./trucks-page";

vi.mock("@/staff/trucks/onboarding/leave-for");

const ID = aStaffTruck()._id;
const PROVIDER = "https://connect.example/setup/abc";
const BUSY = { code: "unavailable", error: "Stripe is not answering." };

function aStatus(overrides: Partial<ConnectStatus> = {}): ConnectStatus {
  return {
    hasStripeAccount: true,
    onboardingComplete: true,
    chargesEnabled: true,
    payoutsEnabled: true,
    requirements: { past_due: [], currently_due: [] },
    ...overrides,
  };
}

const NO_ACCOUNT = aStatus({
  hasStripeAccount: false,
  onboardingComplete: false,
  chargesEnabled: false,
  payoutsEnabled: false,
});
const UNFINISHED = aStatus({
  onboardingComplete: false,
  chargesEnabled: false,
  payoutsEnabled: false,
});

function serveTrucks(...trucks: StaffTruck[]) {
  server.use(http.get("*/api/trucks", () => HttpResponse.json(trucks)));
}

/** Answers with each status in turn, the last one for good; returns the ids it was asked about. */
function serveStatus(...statuses: ConnectStatus[]) {
  const asked: string[] = [];
  server.use(
    http.get("*/api/stripe/connect/account-status/:id", ({ params }) => {
      asked.push(String(params.id));
      return HttpResponse.json(statuses[Math.min(asked.length, statuses.length) - 1]);
    }),
  );
  return asked;
}

async function row(name: string) {
  return within(await screen.findByRole("row", { name: new RegExp(name) }));
}

function aTruckNumber(number: number): StaffTruck {
  return aStaffTruck({
    _id: String(number).padStart(24, "0"),
    name: `Truck ${String(number).padStart(3, "0")}`,
    slug: `truck-${number}`,
  });
}

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  signInAs("superadmin");
  serveTrucks(aStaffTruck());
  serveStatus(aStatus());
});

describe("the table", () => {
  it("tells of each truck who owns it, whether it sells and since when", async () => {
    serveTrucks(
      aStaffTruck(),
      aStaffTruck({
        _id: "2".repeat(24),
        name: "Quiet Truck",
        slug: "quiet",
        isActive: false,
        owner: { name: "", email: "" },
      }),
    );
    renderApp("/admin/trucks");
    const full = await row("Spicy Burritos");
    const headers = screen.getAllByRole("columnheader").map((header) => header.textContent);
    expect(headers).toEqual(["Truck", "Owner", "Status", "Stripe", "Created", "Actions"]);
    expect(full.getByText("/spicy-burritos")).toBeInTheDocument();
    expect(full.getByText("Rosa Vega")).toBeInTheDocument();
    expect(full.getByRole("link", { name: "rosa@spicy.example" })).toHaveAttribute(
      "href",
      "mailto:rosa@spicy.example",
    );
    expect(full.getByText("May 1, 2026")).toBeInTheDocument();
    expect(full.getByRole("link", { name: "Edit Spicy Burritos" })).toHaveAttribute(
      "href",
      `/admin/trucks/edit/${ID}`,
    );
    expect(full.getByRole("button", { name: "Deactivate Spicy Burritos" })).toBeEnabled();
    const quiet = await row("Quiet Truck");
    expect(quiet.getByText("Inactive")).toBeInTheDocument();
    expect(quiet.getByText("No owner yet")).toBeInTheDocument();
    expect(quiet.getByRole("button", { name: "Activate Quiet Truck" })).toBeEnabled();
    expect(screen.getByRole("link", { name: "Add Truck" })).toHaveAttribute(
      "href",
      "/admin/trucks/new",
    );
  });

  it("invites to add the first truck when there is none", async () => {
    serveTrucks();
    renderApp("/admin/trucks");
    expect(await screen.findByText("No food trucks yet")).toBeInTheDocument();
    expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
  });

  it("finds trucks by name, owner and place, and says when nothing fits", async () => {
    serveTrucks(
      aStaffTruck({ location: { city: "Portland", state: "OR" } }),
      aStaffTruck({
        _id: "2".repeat(24),
        name: "Seoul Fire",
        slug: "seoul-fire",
        owner: { name: "Min Park", email: "min@seoul.example" },
        location: { city: "Boise", state: "ID" },
      }),
    );
    const { user } = renderApp("/admin/trucks");
    const search = await screen.findByRole("searchbox", { name: "Search food trucks" });
    await user.type(search, "boise PARK");
    expect(screen.queryByRole("row", { name: /Spicy Burritos/ })).not.toBeInTheDocument();
    expect(screen.getByRole("row", { name: /Seoul Fire/ })).toBeInTheDocument();
    expect(screen.getByText("1 of 2 food trucks")).toBeInTheDocument();
    await user.type(search, " pizza");
    expect(screen.getByText("No food truck matches")).toBeInTheDocument();
    await user.clear(search);
    expect(screen.getByText("2 food trucks")).toBeInTheDocument();
  });

  it("asks the provider about the rows of one page only", async () => {
    serveTrucks(...Array.from({ length: 60 }, (_, place) => aTruckNumber(place + 1)));
    const asked = serveStatus(aStatus());
    const { user } = renderApp("/admin/trucks");
    expect(await screen.findByText("60 food trucks, showing 1 to 25")).toBeInTheDocument();
    await waitFor(() => expect(asked).toHaveLength(25));
    expect(screen.getByRole("button", { name: "Previous" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(screen.getByText("60 food trucks, showing 51 to 60")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
    expect(screen.getByRole("row", { name: /Truck 060/ })).toBeInTheDocument();
    expect(screen.getByLabelText("Address")).toHaveTextContent("page=3");
    await waitFor(() => expect(new Set(asked).size).toBe(60));
  });
});

describe("switching a truck on and off", () => {
  it("sends the wanted state and shows what came of it", async () => {
    const bodies: unknown[] = [];
    server.use(
      http.patch("*/api/trucks/:id/toggle-active", async ({ request, params }) => {
        bodies.push([params.id, await request.json()]);
        serveTrucks(aStaffTruck({ isActive: false }));
        return HttpResponse.json(aStaffTruck({ isActive: false }));
      }),
    );
    const { user } = renderApp("/admin/trucks");
    await user.click(await screen.findByRole("button", { name: "Deactivate Spicy Burritos" }));
    expect(await screen.findByRole("button", { name: /^Activate/ })).toBeEnabled();
    expect(screen.getByText("Inactive")).toBeInTheDocument();
    expect(bodies).toEqual([[ID, { isActive: false }]]);
  });

  it("says when it failed, and keeps what is true", async () => {
    server.use(
      http.patch("*/api/trucks/:id/toggle-active", () => HttpResponse.json(BUSY, { status: 503 })),
    );
    const { user } = renderApp("/admin/trucks");
    await user.click(await screen.findByRole("button", { name: "Deactivate Spicy Burritos" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to update truck status");
    expect(screen.getByText("Stripe is not answering.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Deactivate Spicy Burritos" })).toBeEnabled();
  });
});

describe("deleting a truck", () => {
  async function ask() {
    const { user } = renderApp("/admin/trucks");
    await user.click(await screen.findByRole("button", { name: "Delete Spicy Burritos" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent(
      'Are you sure you want to delete "Spicy Burritos"? This action cannot be undone.',
    );
    return { user, dialog: within(dialog) };
  }

  it("asks first, then takes it off the table", async () => {
    let deleted = "";
    server.use(
      http.delete("*/api/trucks/:id", ({ params }) => {
        deleted = String(params.id);
        serveTrucks(aTruckNumber(1));
        return HttpResponse.json({ deleted: true });
      }),
    );
    serveTrucks(aStaffTruck(), aTruckNumber(1));
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() =>
      expect(screen.queryByRole("row", { name: /Spicy Burritos/ })).not.toBeInTheDocument(),
    );
    expect(deleted).toBe(ID);
    expect(screen.getByText("Spicy Burritos was deleted.")).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /Truck 001/ })).toBeInTheDocument();
  });

  it("keeps it when the question is answered with no", async () => {
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(screen.getByRole("row", { name: /Spicy Burritos/ })).toBeInTheDocument();
  });

  it("says when it failed", async () => {
    server.use(http.delete("*/api/trucks/:id", () => HttpResponse.json(BUSY, { status: 503 })));
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Failed to delete truck")).toBeInTheDocument();
    expect(screen.getByText("Stripe is not answering.")).toBeInTheDocument();
    expect(await screen.findByRole("row", { name: /Spicy Burritos/ })).toBeInTheDocument();
  });
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
      http.get("*/api/stripe/connect/account-status/:id", ({ params }) =>
        params.id === ID ? HttpResponse.json(BUSY, { status: 503 }) : HttpResponse.json(aStatus()),
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
    expect(leaveFor).not.toHaveBeenCalled();
    answer();
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(PROVIDER));
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
    expect(leaveFor).not.toHaveBeenCalled();
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
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(PROVIDER, { instead: true }));
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
    expect(leaveFor).not.toHaveBeenCalled();
    server.use(
      http.post("*/api/stripe/connect/account-link", () =>
        HttpResponse.json({ success: true, url: PROVIDER }),
      ),
    );
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(PROVIDER, { instead: true }));
  });
});

describe("everybody else", () => {
  it("is sent to the dashboard", async () => {
    signInAs("admin");
    server.use(http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([])));
    renderApp("/admin/trucks");
    await waitFor(() =>
      expect(screen.getByLabelText("Address")).toHaveTextContent("/admin/dashboard"),
    );
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("is told that it may not see the page when it is there all the same", () => {
    useSessionStore.setState({ status: "in", user: signInAs("admin") });
    render(<TrucksPage />);
    expect(screen.getByRole("alert")).toHaveTextContent(
      "Access Denied: This page is only accessible to super administrators.",
    );
    expect(screen.queryByRole("link", { name: "Add Truck" })).not.toBeInTheDocument();
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

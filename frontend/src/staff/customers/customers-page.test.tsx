import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Customer } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { recordPages, server } from "@/test/server";
import { aCustomer, aStaffTruck, signInAs } from "@/test/staff/staff";
import { saveFile } from "@/ui/browser/save-file-and-open-document";
import { useToasts } from "@/ui/feedback/toast";

vi.mock("@/ui/browser/save-file-and-open-document");

const TRUCK = aStaffTruck();
const OTHER = aStaffTruck({ _id: "2".repeat(24), name: "Seoul Fire", slug: "seoul-fire" });

const ADA = { orderCount: 12, totalSpent: 184.5 };

const serveCustomers = (...pages: Customer[][]) =>
  recordPages("*/api/customers", "customers", pages);

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  sessionStorage.clear();
  signInAs("admin");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([TRUCK])));
  serveCustomers([aCustomer(ADA)]);
});

it("lists who ordered, how to reach them and what they spent", async () => {
  const asked = serveCustomers([
    aCustomer(ADA),
    aCustomer({ _id: "d".repeat(24), name: "", email: null, orderCount: 1, totalSpent: 9 }),
  ]);
  renderApp("/admin/customers");
  const ada = within(await screen.findByRole("row", { name: /Ada Lovelace/ }));
  expect(ada.getByRole("link", { name: "(213) 373-4253" })).toHaveAttribute(
    "href",
    "tel:+12133734253",
  );
  expect(ada.getByRole("link", { name: "ada@example.com" })).toHaveAttribute(
    "href",
    "mailto:ada@example.com",
  );
  expect(ada.getByText("12")).toBeInTheDocument();
  expect(ada.getByText("$184.50")).toBeInTheDocument();
  // The evening before in the truck's zone.
  expect(ada.getByText("Nov 19, 2026")).toBeInTheDocument();
  expect(ada.getByRole("link", { name: "Ada Lovelace" })).toHaveAttribute(
    "href",
    `/admin/customers/${"c".repeat(24)}?truck=${TRUCK._id}`,
  );
  const nameless = within(screen.getByRole("row", { name: /No name/ }));
  expect(nameless.getByText("No email")).toBeInTheDocument();
  expect(screen.getByText("2 customers")).toBeInTheDocument();
  expect(asked[0]?.get("truckId")).toBe(TRUCK._id);
});

it("goes on page by page", async () => {
  serveCustomers(
    [aCustomer({ name: "First" })],
    [aCustomer({ _id: "d".repeat(24), name: "Second" })],
  );
  const { user } = renderApp("/admin/customers");
  await screen.findByRole("row", { name: /First/ });
  await user.click(screen.getByRole("button", { name: "Show more customers" }));
  expect(await screen.findByRole("row", { name: /Second/ })).toBeInTheDocument();
  expect(screen.getByRole("row", { name: /First/ })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Show more/ })).not.toBeInTheDocument();
});

it("keeps what is there when more does not load", async () => {
  serveCustomers([aCustomer({ name: "First" })], []);
  const { user } = renderApp("/admin/customers");
  await screen.findByRole("row", { name: /First/ });
  server.use(http.get("*/api/customers", () => HttpResponse.error()));
  await user.click(screen.getByRole("button", { name: "Show more customers" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("More customers did not load.");
  expect(screen.getByRole("row", { name: /First/ })).toBeInTheDocument();
  serveCustomers([], [aCustomer({ _id: "d".repeat(24), name: "Second" })]);
  await user.click(screen.getByRole("button", { name: "Show more customers" }));
  expect(await screen.findByRole("row", { name: /Second/ })).toBeInTheDocument();
});

it("lets the server search once the typing rests", async () => {
  const asked = serveCustomers([aCustomer(ADA)]);
  server.use(
    http.get("*/api/customers/:id", () => HttpResponse.json(aCustomer(ADA))),
    http.get("*/api/customers/:id/orders", () =>
      HttpResponse.json({ orders: [], total: 0, nextCursor: null }),
    ),
  );
  const { user } = renderApp("/admin/customers");
  await screen.findByRole("row", { name: /Ada/ });
  await user.type(screen.getByRole("searchbox", { name: "Search customers" }), " ada ");
  expect(await screen.findByText("1 customer found")).toBeInTheDocument();
  expect(asked.map((params) => params.get("q"))).toEqual([null, "ada"]);
  await user.click(screen.getByRole("link", { name: "Ada Lovelace" }));
  await user.click(await screen.findByRole("button", { name: "Back" }));
  expect(await screen.findByRole("searchbox")).toHaveValue(" ada ");
  expect(await screen.findByText("1 customer found")).toBeInTheDocument();
});

it("says when no customer matches, and when none ordered yet", async () => {
  serveCustomers([]);
  const { user } = renderApp("/admin/customers");
  expect(await screen.findByText("No customers yet")).toBeInTheDocument();
  expect(screen.getByText("0 customers")).toBeInTheDocument();
  await user.type(screen.getByRole("searchbox"), "zzz");
  expect(await screen.findByText("No customer matches")).toBeInTheDocument();
});

describe("the export", () => {
  it("is fetched as the user, for what is searched, and saved under the server's name", async () => {
    const asked: { query: string; authorization: string | null }[] = [];
    server.use(
      http.get("*/api/customers/export", ({ request }) => {
        asked.push({
          query: new URL(request.url).search,
          authorization: request.headers.get("Authorization"),
        });
        return new HttpResponse("name,phone\n", {
          headers: {
            "Content-Type": "text/csv",
            "Content-Disposition": 'attachment; filename="customers-2026-11-21.csv"',
          },
        });
      }),
    );
    const { user } = renderApp("/admin/customers");
    await user.type(await screen.findByRole("searchbox"), "ada");
    await screen.findByText("1 customer found");
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    await waitFor(() => expect(saveFile).toHaveBeenCalled());
    const [file, name] = vi.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toBe("customers-2026-11-21.csv");
    expect(file?.size).toBe(11);
    expect(asked).toEqual([
      {
        query: `?truckId=${TRUCK._id}&q=ada`,
        authorization: expect.stringMatching(/^Bearer token-\d+$/),
      },
    ]);
  });

  it("that fails says why", async () => {
    server.use(
      http.get("*/api/customers/export", () =>
        HttpResponse.json({ error: "Too many customers at once." }, { status: 400 }),
      ),
    );
    const { user } = renderApp("/admin/customers");
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The download failed: Too many customers at once.",
    );
    expect(saveFile).not.toHaveBeenCalled();
  });
});

describe("which trucks it is about", () => {
  it("is every truck for a superadmin, until one is chosen", async () => {
    signInAs("superadmin");
    server.use(http.get("*/api/trucks", () => HttpResponse.json([TRUCK, OTHER])));
    const asked = serveCustomers([aCustomer(ADA)]);
    const { user } = renderApp("/admin/customers");
    await screen.findByRole("row", { name: /Ada/ });
    await user.selectOptions(screen.getByRole("combobox", { name: "Food truck" }), "Seoul Fire");
    await waitFor(() =>
      expect(asked.map((params) => params.get("truckId"))).toEqual([null, OTHER._id]),
    );
    expect(await screen.findByRole("link", { name: "Ada Lovelace" })).toHaveAttribute(
      "href",
      `/admin/customers/${"c".repeat(24)}?truck=${OTHER._id}`,
    );
    expect(screen.getByText("Only customers of Seoul Fire.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "All food trucks" }));
    await waitFor(() =>
      expect(screen.queryByText("Only customers of Seoul Fire.")).not.toBeInTheDocument(),
    );
  });

  it("is none for an admin without a truck, who is told so", async () => {
    signInAs("truckless");
    server.use(http.get("*/api/trucks", () => HttpResponse.json([])));
    const asked = serveCustomers([aCustomer(ADA)]);
    renderApp("/admin/customers");
    expect(await screen.findByText("No Truck Assigned")).toBeInTheDocument();
    expect(asked).toEqual([]);
  });
});

it("asks a visitor to sign in", async () => {
  localStorage.clear();
  server.use(http.get("*/api/config", () => HttpResponse.json({ demo: false })));
  server.use(http.get("*/health", () => HttpResponse.json({ status: "ok" })));
  renderApp("/admin/customers");
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveTextContent("/admin/login"));
});

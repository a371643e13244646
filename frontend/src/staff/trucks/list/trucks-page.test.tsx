import { render, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { useSessionStore } from "@/staff/session/session";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import {
  aStatus,
  aTruckNumber,
  BUSY,
  ID,
  row,
  serveOpenOrders,
  serveStatus,
  serveTrucks,
} from "@/test/staff/trucks-backend";
import { useToasts } from "@/ui/feedback/toast";
import { TrucksPage } from "./trucks-page";

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  signInAs("superadmin");
  serveTrucks(aStaffTruck());
  serveStatus(aStatus());
  serveOpenOrders();
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
    expect(screen.getByText("No trucks match")).toBeInTheDocument();
    await user.clear(search);
    expect(screen.getByText("2 food trucks")).toBeInTheDocument();
  });

  it("asks the provider about the rows of one page only", async () => {
    serveTrucks(...Array.from({ length: 60 }, (_, place) => aTruckNumber(place + 1)));
    const asked = serveStatus(aStatus());
    const { user } = renderApp("/admin/trucks");
    expect(await screen.findByText("60 food trucks, showing 1 to 25")).toBeInTheDocument();
    await waitFor(() => expect(asked).toHaveLength(25));
    expect(asked.requests).toEqual([25]);
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
  async function deactivate() {
    const { user } = renderApp("/admin/trucks");
    await user.click(await screen.findByRole("button", { name: "Deactivate Spicy Burritos" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await waitFor(() => expect(dialog.getByRole("button", { name: "Deactivate" })).toBeEnabled());
    return { user, dialog, confirm: dialog.getByRole("button", { name: "Deactivate" }) };
  }

  it("asks with the open orders, shows what came of it, and can be undone", async () => {
    const bodies: unknown[] = [];
    serveOpenOrders({ orders: 10, total: 58.7 });
    server.use(
      http.patch("*/api/trucks/:id/toggle-active", async ({ request, params }) => {
        const body = (await request.json()) as { isActive: boolean };
        bodies.push([params.id, body]);
        serveTrucks(aStaffTruck(body));
        return HttpResponse.json(aStaffTruck(body));
      }),
    );
    const { user, dialog, confirm } = await deactivate();
    expect(dialog.getByText(/^10 open orders, \$58\.70, stay/)).toBeVisible();
    await user.click(confirm);
    expect(await screen.findByRole("button", { name: /^Activate/ })).toBeEnabled();
    expect(screen.getByText("Inactive")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("button", { name: /^Deactivate/ })).toBeEnabled();
    expect(bodies).toEqual([
      [ID, { isActive: false }],
      [ID, { isActive: true }],
    ]);
  });

  it("says when it failed, and keeps what is true", async () => {
    server.use(
      http.patch("*/api/trucks/:id/toggle-active", () => HttpResponse.json(BUSY, { status: 503 })),
    );
    const { user, confirm } = await deactivate();
    await user.click(confirm);
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
    await waitFor(() =>
      expect(dialog).toHaveTextContent(
        'Are you sure you want to delete "Spicy Burritos"? This action cannot be undone.',
      ),
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

  it("says before that open orders are refunded, and asks again when there are others", async () => {
    const agreed: (string | null)[] = [];
    server.use(
      http.delete("*/api/trucks/:id", ({ request }) => {
        agreed.push(new URL(request.url).searchParams.get("orders"));
        serveOpenOrders({ orders: 11, total: 64.7 });
        const refused = { code: "truck_has_orders", error: "This truck has 11 open orders now." };
        return agreed.length === 1
          ? HttpResponse.json(refused, { status: 409 })
          : HttpResponse.json({ deleted: true });
      }),
    );
    serveOpenOrders({ orders: 10, total: 58.7, checkouts: 1 });
    const { user, dialog } = await ask();
    expect(dialog.getByText(/^10 open orders, \$58\.70, are cancelled/)).toBeVisible();
    expect(dialog.getByText(/^1 customer is paying right now/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Delete and refund" }));
    expect(await dialog.findByText(/^11 open orders, \$64\.70, are cancelled/)).toBeVisible();
    const why = "The truck was not deleted, because its open orders have changed.";
    expect(screen.getByText(why)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Delete and refund" }));
    expect(await screen.findByText("Spicy Burritos was deleted.")).toBeInTheDocument();
    expect(agreed).toEqual(["10", "11"]);
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

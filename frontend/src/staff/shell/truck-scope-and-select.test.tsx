import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, expect, it } from "vitest";
import type { User } from "@/domain/api/staff-types";
import { applyTruck } from "@/domain/trucks/staff-truck-queries";
import { useSessionStore } from "@/staff/session/session";
import { server } from "@/test/server";
import { aStaffTruck, aUser } from "@/test/staff/staff";
import { TruckSelect, useTruckScope } from "./truck-scope-and-select";

const spicy = aStaffTruck({ _id: "1".repeat(24), name: "Spicy Burritos" });
const bao = aStaffTruck({ _id: "2".repeat(24), name: "Bao House", isActive: false });

const gone = aStaffTruck({
  _id: "3".repeat(24),
  name: "Taco Luna",
  archivedAt: "2026-05-20T12:00:00Z",
});

beforeEach(() => {
  server.use(
    http.get("*/api/trucks", ({ request }) =>
      HttpResponse.json(request.url.endsWith("?deleted=true") ? [spicy, bao, gone] : [spicy, bao]),
    ),
  );
});

function Scope({ allowsAll }: { allowsAll: boolean }) {
  const scope = useTruckScope({ allowsAll, allowsDeleted: !allowsAll });
  const { search } = useLocation();
  return (
    <>
      <TruckSelect scope={scope} />
      <p>{scope.isLoading ? "loading" : `about ${scope.truck?.name ?? "no truck"}`}</p>
      {scope.error ? <p>failed</p> : null}
      <output aria-label="Query">{search}</output>
    </>
  );
}

function open(user: Partial<User>, address = "/", allowsAll = false) {
  useSessionStore.setState({ status: "in", user: aUser(user) });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Scope allowsAll={allowsAll} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}

it("can be a deleted truck, of which a superadmin ends what is left", async () => {
  const client = open({ role: "superadmin" });
  const choice = await screen.findByRole("option", { name: "Taco Luna (deleted)" });
  await userEvent.selectOptions(screen.getByLabelText("Food truck"), choice);
  expect(await screen.findByText("about Taco Luna")).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText("Food truck"), spicy._id);
  const deletedAt = "2030-05-21T12:00:00Z";
  act(() => applyTruck(client, { ...spicy, updatedAt: deletedAt, archivedAt: deletedAt }));
  expect(await screen.findByRole("option", { name: "Spicy Burritos (deleted)" })).toBeVisible();
  expect(screen.getByText("about Spicy Burritos")).toBeInTheDocument();
  expect(screen.getAllByRole("option")).toHaveLength(3);
});

it("is an admin's own truck, whatever the address says", async () => {
  open({ truckId: bao._id }, `/?truck=${spicy._id}`);
  expect(await screen.findByText("about Bao House")).toBeInTheDocument();
  expect(screen.queryByLabelText("Food truck")).not.toBeInTheDocument();
});

it("is nothing for an admin without a truck", async () => {
  server.use(http.get("*/api/trucks", () => HttpResponse.json([])));
  open({ truckId: null });
  expect(await screen.findByText("about no truck")).toBeInTheDocument();
});

it("is the first truck until a superadmin chooses another, which the address then names", async () => {
  open({ role: "superadmin" });
  expect(await screen.findByText("about Spicy Burritos")).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText("Food truck"), "Bao House (inactive)");
  expect(await screen.findByText("about Bao House")).toBeInTheDocument();
  expect(screen.getByLabelText("Query")).toHaveTextContent(`?truck=${bao._id}`);
});

it("is remembered for the next screen", async () => {
  const first = open({ role: "superadmin" }, `/?truck=${bao._id}`);
  await screen.findByText("about Bao House");
  first.unmount();
  open({ role: "superadmin" });
  expect(await screen.findByText("about Bao House")).toBeInTheDocument();
});

it("does not stick to a truck that is gone", async () => {
  open({ role: "superadmin" }, `/?truck=${"9".repeat(24)}`);
  expect(await screen.findByText("about Spicy Burritos")).toBeInTheDocument();
});

it("can be all trucks, where a screen shows all", async () => {
  open({ role: "superadmin" }, `/?truck=${bao._id}&from=2026-01-01`, true);
  await screen.findByText("about Bao House");
  await userEvent.selectOptions(screen.getByLabelText("Food truck"), "All food trucks");
  expect(await screen.findByText("about no truck")).toBeInTheDocument();
  expect(screen.getByLabelText("Query").textContent).toBe("?from=2026-01-01");
});

it("says when the trucks did not load", async () => {
  server.use(http.get("*/api/trucks", () => HttpResponse.error()));
  open({ role: "superadmin" });
  expect(await screen.findByText("failed")).toBeInTheDocument();
});

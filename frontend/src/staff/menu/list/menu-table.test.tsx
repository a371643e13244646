import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { changeMenu, withPatch } from "@/staff/menu/api";
import { aMenuItem } from "@/test/fixtures";
import { MenuTable } from "./menu-table";

const { drawn } = vi.hoisted(() => ({ drawn: [] as number[] }));
vi.mock("@/ui/content/price", () => ({
  Price: ({ cents }: { cents: number }) => {
    drawn.push(cents);
    return cents;
  },
}));

const ROWS = 60;
const TRUCK_ID = "7".repeat(24);
const menu: StaffMenuItem[] = Array.from({ length: ROWS }, (_, position) => ({
  ...aMenuItem({ _id: position.toString(16).padStart(24, "0"), name: `Taco ${position}` }),
  position,
  basePrice: position / 100,
  version: 1,
  updatedAt: "2026-05-01T12:00:00Z",
}));

function renderTable() {
  const client = new QueryClient();
  client.setQueryData(staffMenuQuery(TRUCK_ID).queryKey, menu);
  const table = (search: string, shown = menu) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <MenuTable
          truckId={TRUCK_ID}
          truckName={null}
          menu={shown}
          search={search}
          onClearSearch={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(table(""));
  return {
    client,
    show: (search: string, shown?: StaffMenuItem[]) => rerender(table(search, shown)),
  };
}

beforeEach(() => drawn.splice(0));

it("draws no row again while letters are typed that all of them have", () => {
  const { show } = renderTable();
  expect(drawn).toHaveLength(ROWS);
  show("t");
  show("ta");
  show("taco");
  expect(screen.getByText(`${ROWS} menu items`)).toBeInTheDocument();
  expect(drawn).toHaveLength(ROWS);
});

it("takes rows away for a search without drawing the others again", () => {
  const { show } = renderTable();
  show("taco 29");
  expect(screen.getByText(`1 of ${ROWS} menu items`)).toBeInTheDocument();
  expect(drawn).toHaveLength(ROWS);
});

it("draws only the row of the menu item that changed", () => {
  const { client, show } = renderTable();
  drawn.splice(0);
  changeMenu(client, TRUCK_ID, (known) =>
    withPatch(known, menu[42]?._id ?? "", { isAvailable: false }),
  );
  show("", client.getQueryData(staffMenuQuery(TRUCK_ID).queryKey));
  expect(screen.getAllByText("Unavailable")).toHaveLength(1);
  expect(drawn).toEqual([42]);
});

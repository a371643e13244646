import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { type Column, Table, useSorting } from "./table";

interface MenuItemRow {
  id: string;
  name: string;
  price: string;
}

const columns: Column<MenuItemRow>[] = [
  { key: "name", header: "Menu item", primary: true, cell: ({ name }) => name },
  { key: "price", header: "Price", align: "end", cell: ({ price }) => price },
  {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    cell: () => <button type="button">Edit</button>,
  },
];

const menuItems: MenuItemRow[] = [
  { id: "1", name: "Taco", price: "$4.00" },
  { id: "2", name: "Elote", price: "$6.50" },
];

it("is a table with a name, named columns and named rows", () => {
  render(<Table caption="Menu" columns={columns} rows={menuItems} rowKey={({ id }) => id} />);
  const table = within(screen.getByRole("table", { name: "Menu" }));
  expect(table.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
    "Menu item",
    "Price",
    "Actions",
  ]);
  const row = within(table.getByRole("row", { name: /Elote/ }));
  expect(row.getByRole("rowheader")).toHaveTextContent("Elote");
  expect(row.getByRole("cell", { name: "$6.50" })).toBeInTheDocument();
});

it("shows what stands in for no rows", () => {
  render(
    <Table
      caption="Menu"
      columns={columns}
      rows={[]}
      rowKey={({ id }) => id}
      empty={<p>Nothing on the menu</p>}
    />,
  );
  expect(screen.getByText("Nothing on the menu")).toBeVisible();
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
});

interface Row {
  name: string;
  orders: number | null;
}

function FigureRows({ rows }: { rows: Row[] }) {
  const orders: Column<Row> = {
    key: "orders",
    header: "Orders",
    cell: ({ orders }) => orders ?? "–",
    sort: { by: ({ orders }) => orders },
    total: 9,
  };
  const name: Column<Row> = {
    key: "name",
    header: "Stop",
    primary: true,
    cell: ({ name }) => name,
    total: "All",
  };
  return (
    <Table
      caption="Stops"
      columns={[name, orders]}
      rows={rows}
      rowKey={({ name }) => name}
      sorting={useSorting()}
      sticky
      limit={{ rows: 100, more: (hidden) => `Show ${hidden} more` }}
    />
  );
}

function renderRows(rows: Row[]) {
  render(<FigureRows rows={rows} />);
  return userEvent.setup();
}

const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
const heading = () => screen.getByRole("columnheader", { name: "Orders" });

it("sorts by a column, largest first, then smallest first, then not; what has no figure is last", async () => {
  const user = renderRows([
    { name: "A", orders: 3 },
    { name: "B", orders: null },
    { name: "C", orders: 6 },
  ]);
  const sort = within(heading()).getByRole("button");
  await user.click(sort);
  expect(names()).toEqual(["C", "A", "B", "All"]);
  expect(heading()).toHaveAttribute("aria-sort", "descending");
  await user.click(sort);
  expect(names()).toEqual(["A", "C", "B", "All"]);
  expect(heading()).toHaveAttribute("aria-sort", "ascending");
  await user.click(sort);
  expect(names()).toEqual(["A", "B", "C", "All"]);
  expect(heading()).toHaveAttribute("aria-sort", "none");
});

it("can be scrolled by keyboard, and shows a hundred rows at a time", async () => {
  const user = renderRows(
    Array.from({ length: 130 }, (_, n) => ({ name: `Stop ${n}`, orders: n })),
  );
  await user.tab();
  await waitFor(() => expect(screen.getByRole("region", { name: "Stops" })).toHaveFocus());
  expect(names()).toHaveLength(101);
  await user.click(screen.getByRole("button", { name: "Show 30 more" }));
  expect(names()).toHaveLength(131);
  expect(screen.queryByRole("button", { name: /^Show/ })).not.toBeInTheDocument();
});

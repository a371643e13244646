import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { type Column, DataTable } from "./data-table";

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
  render(<DataTable caption="Menu" columns={columns} rows={menuItems} rowKey={({ id }) => id} />);
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
    <DataTable
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

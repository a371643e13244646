import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { FiguresTable } from "./figures-table";

interface Row {
  name: string;
  orders: number | null;
}

function renderRows(rows: Row[]) {
  render(
    <FiguresTable
      caption="Stops"
      nameHeader="Stop"
      name={({ name }: Row) => name}
      columns={[
        {
          key: "orders",
          header: "Orders",
          value: ({ orders }: Row) => orders,
          cell: ({ orders }: Row) => orders ?? "–",
        },
      ]}
      rows={rows}
      rowKey={({ name }) => name}
      sum={{ name: "All", row: { name: "All", orders: 9 } }}
    />,
  );
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
  await user.click(screen.getByRole("button", { name: "Show 30 more of 30" }));
  expect(names()).toHaveLength(131);
  expect(screen.queryByRole("button", { name: /^Show/ })).not.toBeInTheDocument();
});

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, MemoryRouter, useLocation } from "react-router";
import { expect, it } from "vitest";
import { BackButton } from "./back-button-and-return-to-list";

function Address() {
  return <output>{useLocation().pathname}</output>;
}

function openAt(address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Link to="/admin/menu/new">New item</Link>
      <BackButton fallback="/admin/menu" />
      <Address />
    </MemoryRouter>,
  );
}

it("returns to the previous page", async () => {
  openAt("/admin/dashboard");
  await userEvent.click(screen.getByRole("link", { name: "New item" }));
  expect(screen.getByRole("status")).toHaveTextContent("/admin/menu/new");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByRole("status")).toHaveTextContent("/admin/dashboard");
});

it("leads into the product where no page was before", async () => {
  openAt("/admin/menu/new");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByRole("status").textContent).toBe("/admin/menu");
});

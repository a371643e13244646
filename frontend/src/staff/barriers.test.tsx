import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { expectNoBarriers } from "@/test/barriers";
import { renderApp } from "@/test/render-app";
import { SHEET } from "@/test/staff/money-backend";
import { MENU_SCREENS } from "@/test/staff/opened/menu";
import { press } from "@/test/staff/opened/opened";
import { ORDER_SCREENS } from "@/test/staff/opened/orders";
import { PLATFORM_SCREENS } from "@/test/staff/opened/platform";
import { signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";
import "@/test/staff/staff-pages";

beforeEach(serveStaff);

describe.each([
  ["the menu", MENU_SCREENS],
  ["orders", ORDER_SCREENS],
  ["the platform", PLATFORM_SCREENS],
])("dialogs and panels of %s have no serious barrier", (_, opened) => {
  beforeEach(() => void signInAs("superadmin"));

  it.each(opened)("$name", async ({ arrange, path, open, shown }) => {
    arrange?.();
    const { user } = renderApp(path);
    await open(user);
    expect(await shown()).toBeVisible();
    await expectNoBarriers();
  });
});

describe("the screens of an admin without a truck", () => {
  beforeEach(() => void signInAs("truckless"));

  it.each(["dashboard", "orders", "kitchen", "menu", "menu/new", "customers", "analytics"])(
    "%s says what to do and has no serious barrier",
    async (path) => {
      renderApp(`/admin/${path}`);
      expect(await screen.findByText(/contact an administrator/)).toBeVisible();
      await expectNoBarriers();
    },
  );
});

describe("the screens of a truck's money", () => {
  beforeEach(() => void signInAs("admin"));

  it.each([
    ["drawer", "$141.90"],
    ["drawer?close=1", "Counted: $0.00"],
    [`closes/${SHEET._id}`, "Sales by tender"],
    ["taxes", "Pier 7"],
  ])("%s has no serious barrier", async (path, content) => {
    renderApp(`/admin/${path}`);
    expect((await screen.findAllByText(content)).length).toBeGreaterThan(0);
    await expectNoBarriers();
  });

  it("the books with the names of their accounts have no serious barrier", async () => {
    const { user } = renderApp("/admin/books");
    await user.click(await screen.findByText("Account names and codes"));
    expect(await screen.findByLabelText("Cash drawer")).toBeVisible();
    await expectNoBarriers();
  });
});

it("the devices and the form of a reader have no serious barrier", async () => {
  signInAs("admin");
  const { user } = renderApp("/admin/devices");
  expect(await screen.findByRole("row", { name: /^Window/ })).toBeVisible();
  await expectNoBarriers();
  await press(user, "Rename Window");
  expect(await screen.findByRole("dialog", { name: "Rename Window" })).toBeVisible();
  await expectNoBarriers();
});

it("what a truck shares elsewhere has no serious barrier", async () => {
  signInAs("admin");
  renderApp("/admin/share");
  expect(await screen.findByRole("group", { name: "Lines for your site" })).toBeVisible();
  await expectNoBarriers();
});

it("the sign-in with mistakes has no serious barrier", async () => {
  const { user } = renderApp("/admin/login");
  await press(user, "Sign in");
  expect(await screen.findByText("Email is required")).toBeVisible();
  await expectNoBarriers();
});

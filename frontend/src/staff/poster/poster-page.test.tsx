import { screen, waitFor, within } from "@testing-library/react";
import { encode } from "uqr";
import { beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { signInAs } from "@/test/staff/staff";
import { serveStaff, TRUCK } from "@/test/staff/staff-backend";
import "@/test/staff/staff-pages";

const ADDRESS = `${location.origin}/${TRUCK.slug}`;

beforeEach(serveStaff);

const poster = () => screen.findByRole("article", { name: "QR poster" });

it("leads from the dashboard to a poster whose code holds the truck's address", async () => {
  signInAs("admin");
  const { user } = renderApp("/admin/dashboard");
  await user.click(await screen.findByRole("link", { name: "QR poster" }));
  const sheet = await poster();
  expect(within(sheet).getByRole("heading", { name: TRUCK.name })).toBeVisible();
  const code = within(sheet).getByRole("img", { name: `QR code of ${ADDRESS}` });
  const { data, size } = encode(ADDRESS, { ecc: "Q", border: 4 });
  const dark = data.flat().filter(Boolean).length;
  expect(code).toHaveAttribute("viewBox", `0 0 ${size} ${size}`);
  expect(code.querySelector("path")?.getAttribute("d")?.match(/M/g)).toHaveLength(dark);
  expect(within(sheet).getByText(ADDRESS.replace("http://", ""))).toBeVisible();
});

it("prints a line of the truck's own, on the paper that was chosen", async () => {
  signInAs("admin");
  const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
  const { user } = renderApp("/admin/poster");
  const sheet = await poster();
  expect(sheet).toHaveAttribute("data-paper", "letter");
  await user.click(screen.getByRole("radio", { name: "A4" }));
  await user.type(screen.getByLabelText("A line of your own"), "Tuesday: two for one");
  expect(sheet).toHaveAttribute("data-paper", "a4");
  expect(within(sheet).getByText("Tuesday: two for one")).toBeVisible();
  expect(print).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
});

it("a superadmin chooses the truck", async () => {
  signInAs("superadmin");
  renderApp(`/admin/poster?truck=${TRUCK._id}`);
  expect(await poster()).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Food truck" })).toHaveDisplayValue(TRUCK.name);
});

it("brings the code of an offer along, and prints it", async () => {
  signInAs("admin");
  const { user } = renderApp("/admin/poster?offer=TACO10");
  const sheet = await poster();
  const linked = `QR code of ${ADDRESS}?offer=`;
  expect(within(sheet).getByRole("img", { name: `${linked}TACO10` })).toBeVisible();
  expect(within(sheet).getByText("With code TACO10")).toBeVisible();
  await user.clear(screen.getByLabelText("Offer code"));
  await user.type(screen.getByLabelText("Offer code"), "noon5");
  expect(within(sheet).getByRole("img", { name: `${linked}NOON5` })).toBeVisible();
  await user.clear(screen.getByLabelText("Offer code"));
  expect(within(sheet).getByRole("img", { name: `QR code of ${ADDRESS}` })).toBeVisible();
});

it("leads back to the page that it was opened from", async () => {
  signInAs("admin");
  const { user } = renderApp("/admin/offers");
  await user.click(await screen.findByRole("button", { name: "Edit TACO10" }));
  await user.click(await screen.findByRole("link", { name: "QR poster with this code" }));
  await poster();
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(screen.getByLabelText("Address")).toHaveTextContent("/admin/offers"));
});

it("leads to the dashboard when it was opened by its address", async () => {
  signInAs("admin");
  const { user } = renderApp("/admin/poster");
  await poster();
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() =>
    expect(screen.getByLabelText("Address")).toHaveTextContent("/admin/dashboard"),
  );
});

it("prints no poster with something else than a code, and says what a code is", async () => {
  signInAs("admin");
  const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
  const { user } = renderApp("/admin/poster");
  const sheet = await poster();
  const field = screen.getByLabelText("Offer code");
  await user.type(field, "TA");
  await user.pointer({
    keys: "[MouseLeft>]",
    target: screen.getByRole("button", { name: "Print" }),
  });
  expect(field).not.toHaveFocus();
  // An error that came now would move the button before the press has ended.
  expect(field).toBeValid();
  await user.pointer({ keys: "[/MouseLeft]" });
  expect(field).toBeInvalid();
  expect(field).toHaveFocus();
  expect(screen.getByText("Enter a code of 3 to 20 letters and digits.")).toBeVisible();
  expect(print).not.toHaveBeenCalled();
  await user.type(field, "CO ");
  expect(field).toBeValid();
  expect(within(sheet).getByText("With code TACO")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
});

import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { burrito, NOODLES, serveMenu, TRUCK } from "@/test/staff/menu-page-harness";
import { signInAs } from "@/test/staff/staff";

const address = () => screen.getByLabelText("Address").textContent;

it("leads from a new menu item to the page before it, whatever truck was chosen meanwhile", async () => {
  signInAs("superadmin");
  serveMenu([burrito], { trucks: [TRUCK, NOODLES] });
  const { user } = renderApp("/admin/menu");
  await user.click(await screen.findByRole("link", { name: "Add menu item" }));
  await screen.findByRole("heading", { level: 1, name: "New menu item" });
  await user.selectOptions(screen.getByLabelText("Food truck"), "Noodle Wagon");
  await waitFor(() => expect(address()).toBe(`/admin/menu/new?truck=${NOODLES._id}`));
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(address()).toBe("/admin/menu"));
});

it("leads from a stored menu item to the search that found it", async () => {
  signInAs("admin");
  serveMenu();
  server.use(
    http.get("*/api/menu-items/:id", () => HttpResponse.json(burrito)),
    http.put("*/api/menu-items/:id", () => HttpResponse.json({ ...burrito, name: "Wetter" })),
  );
  const { user } = renderApp("/admin/menu?q=wet");
  await user.click(await screen.findByRole("link", { name: "Edit Wet Burrito" }));
  await user.type(await screen.findByLabelText("Name"), "ter");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(address()).toBe("/admin/menu?q=wet"));
  expect(await screen.findByRole("searchbox")).toHaveValue("wet");
});

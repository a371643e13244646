import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { rowOf, serveMenu } from "@/test/staff/menu-page-harness";
import { signInAs } from "@/test/staff/staff";

it("says that files are too large together before it sends them", async () => {
  signInAs("admin");
  serveMenu();
  server.use(http.get("*/api/menu-imports", () => HttpResponse.json([])));
  const { user } = renderApp("/admin/menu");
  await rowOf("Elote");
  await user.click(screen.getByRole("button", { name: "Import menu" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Import menu" }));
  const files = ["items.csv", "sets.csv"].map((name) => {
    const file = new File(["name"], name);
    Object.defineProperty(file, "size", { value: 3 * 1024 * 1024 });
    return file;
  });
  // A call would fail the test, because nothing answers it.
  await user.upload(drawer.getByLabelText("Choose files"), files);
  expect(drawer.getByText("They are larger than 5 MB together.")).toBeInTheDocument();
  expect(drawer.getByText("These files could not be imported")).toBeInTheDocument();
  expect(drawer.getByLabelText("Choose files")).toBeEnabled();
});

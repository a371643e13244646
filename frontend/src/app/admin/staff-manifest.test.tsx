import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { Link, MemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { serveCustomers, TRUCK } from "@/test/customer-backend";
import { server } from "@/test/server";
import { AppRoutes } from "../router";

beforeEach(() => {
  serveCustomers();
  server.use(http.get("*/health", () => HttpResponse.json({ status: "ok" })));
});

function openApp(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <AppRoutes />
        <Link to="/admin/login">To the staff area</Link>
        <Link to="/">To the street</Link>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const manifests = () =>
  [...document.head.querySelectorAll('link[rel="manifest"]')].map((link) =>
    link.getAttribute("href"),
  );

it("is offered on a staff page", async () => {
  openApp("/admin/login");
  await screen.findByRole("heading", { name: "Sign in" });
  expect(manifests()).toEqual(["/manifest.webmanifest"]);
});

it.each(["/", `/${TRUCK.slug}`])("is not offered on the customers' page %s", async (address) => {
  openApp(address);
  await screen.findAllByText(TRUCK.name);
  expect(manifests()).toEqual([]);
});

it("comes and goes with the staff area when no page is loaded anew", async () => {
  const user = userEvent.setup();
  openApp("/");
  await screen.findAllByText(TRUCK.name);
  await user.click(screen.getByRole("link", { name: "To the staff area" }));
  await screen.findByRole("heading", { name: "Sign in" });
  expect(manifests()).toEqual(["/manifest.webmanifest"]);
  await user.click(screen.getByRole("link", { name: "To the street" }));
  await waitFor(() => expect(manifests()).toEqual([]));
});

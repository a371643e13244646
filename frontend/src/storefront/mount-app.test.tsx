import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { server } from "@/test/server";
import { App } from "./mount-app";

vi.mock("@/storefront/layout/root-layout", () => ({
  showFromTop: () => {},
  RootLayout: () => {
    throw new TypeError("The layout is broken.");
  },
}));

it("shows a plain screen when the layout itself breaks, and tells the server", async () => {
  // React reports every caught error on the console as well.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const reports: unknown[] = [];
  server.use(
    http.get("*/api/*", () => HttpResponse.json([])),
    http.post("*/api/client-errors", async ({ request }) => {
      reports.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  render(<App client={new QueryClient()} />);
  expect(screen.getByRole("heading", { name: "Something went wrong", level: 1 })).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeEnabled();
  await vi.waitFor(() =>
    expect(reports).toEqual([
      expect.objectContaining({ kind: "render", message: "The layout is broken.", page: "/" }),
    ]),
  );
});

import { render, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { string } from "valibot";
import { beforeEach, expect, it, vi } from "vitest";
import { stored } from "@/domain/stored";
import { forbidStorage } from "@/test/forbid-storage";
import { server } from "@/test/server";
import { ErrorBoundary } from "./error-boundary";

beforeEach(() => {
  server.use(http.post("*/api/client-errors", () => new HttpResponse(null, { status: 204 })));
});

function Broken(): never {
  throw new Error("the code of this page did not arrive");
}

it("offers to load the page again when it broke", () => {
  // React reports every caught error on the console as well.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("This page did not load");
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeEnabled();
});

it("promises no cart that the browser does not keep", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { unmount } = render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("Your cart is safe. Load the page again");
  unmount();
  forbidStorage();
  stored("cart", string()).write("tacos");
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("alert")).not.toHaveTextContent("safe");
  vi.restoreAllMocks();
  stored("cart", string()).write(null);
});

it("speaks of the cart to customers only", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    <ErrorBoundary reassurance="You stay signed in.">
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("You stay signed in. Load the page again");
  expect(screen.getByRole("alert")).not.toHaveTextContent("cart");
});

it("stays out of the way otherwise", () => {
  render(
    <ErrorBoundary>
      <p>Tacos</p>
    </ErrorBoundary>,
  );
  expect(screen.getByText("Tacos")).toBeInTheDocument();
});

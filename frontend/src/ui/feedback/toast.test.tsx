import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showToast, useToasts } from "./toast";
import { ToastRegion } from "./toast-region";

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
  render(<ToastRegion />);
});
afterEach(() => vi.useRealTimers());

function region() {
  return within(screen.getByRole("region", { name: "Notifications" }));
}

function show(message: string, action?: { label: string; onClick: () => void }) {
  act(() => {
    showToast({ type: "info", message, ...(action ? { action } : {}) });
  });
}

function wait(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

it("goes after 5 seconds and an exit of 300 ms", () => {
  show("Taco added");
  wait(4_999);
  wait(299);
  expect(region().getByText("Taco added")).toBeInTheDocument();
  wait(2);
  expect(region().queryByText("Taco added")).not.toBeInTheDocument();
});

it("shows at most two; the oldest gives way", () => {
  for (const message of ["one", "two", "three"]) show(message);
  expect(region().queryByText("one")).not.toBeInTheDocument();
  expect(region().getByText("two")).toBeInTheDocument();
  expect(region().getByText("three")).toBeInTheDocument();
});

it("stays while the pointer rests on it", () => {
  show("Taco added");
  const toast = region().getByText("Taco added");
  fireEvent.mouseOver(toast);
  wait(20_000);
  expect(toast).toBeInTheDocument();
  fireEvent.mouseOut(toast);
  wait(5_000);
  wait(300);
  expect(region().queryByText("Taco added")).not.toBeInTheDocument();
});

it("runs its action once and goes, or is dismissed by hand", () => {
  const onClick = vi.fn();
  show("Taco added", { label: "View cart", onClick });
  fireEvent.click(region().getByRole("button", { name: "View cart" }));
  expect(onClick).toHaveBeenCalledOnce();
  wait(300);
  expect(region().queryByText("Taco added")).not.toBeInTheDocument();

  render(<input aria-label="Search" />);
  screen.getByLabelText("Search").focus();
  show("Another");
  act(() => region().getByRole("button", { name: "Dismiss notification" }).focus());
  fireEvent.click(region().getByRole("button", { name: "Dismiss notification" }));
  expect(screen.getByLabelText("Search")).toHaveFocus();
  wait(300);
  expect(region().queryByText("Another")).not.toBeInTheDocument();
});

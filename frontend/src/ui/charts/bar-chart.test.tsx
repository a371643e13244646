import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { type Bar, BarChart } from "./bar-chart";

const BARS: Bar[] = [
  { key: "a", label: "Fri", name: "Friday", value: 80, mark: 60, details: ["$80.00", "8 orders"] },
  { key: "b", label: "Sat", name: "Saturday", value: 20, details: ["$20.00", "2 orders"] },
  { key: "c", label: "Sun", name: "Sunday", value: 0, details: ["$0.00", "0 orders"] },
];

function renderChart(bars = BARS) {
  render(
    <BarChart title="By day" label="Revenue by day" bars={bars} isMoney markLabel="Average" />,
  );
  return userEvent.setup();
}

const reader = () => screen.getByRole("slider", { name: "By day: bar by bar" });
const read = () => reader().getAttribute("aria-valuetext");

it("reads one bar after another by keyboard, and stays at the ends", async () => {
  const user = renderChart();
  await user.tab();
  await waitFor(() => expect(reader()).toHaveFocus());
  expect(read()).toBe("Friday: $80.00, 8 orders");
  const readings = [];
  for (const key of ["ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home", "ArrowLeft"]) {
    await user.keyboard(`{${key}}`);
    readings.push(reader().getAttribute("aria-valuenow"));
  }
  expect(readings).toEqual(["2", "3", "3", "2", "1", "1"]);
  expect(screen.getByText("8 orders")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(screen.queryByText("8 orders")).not.toBeInTheDocument();
});

it("shows the numbers under the mouse until it leaves, those under a finger until the next tap", () => {
  renderChart();
  vi.spyOn(reader(), "getBoundingClientRect").mockReturnValue(new DOMRect(100, 0, 300, 200));
  fireEvent.pointerMove(reader(), { clientX: 250, pointerType: "mouse" });
  expect(screen.getByText("Saturday")).toBeVisible();
  fireEvent.pointerLeave(reader(), { pointerType: "mouse" });
  expect(screen.queryByText("Saturday")).not.toBeInTheDocument();
  fireEvent.pointerDown(reader(), { clientX: 399, pointerType: "touch" });
  fireEvent.pointerLeave(reader(), { pointerType: "touch" });
  expect(screen.getByText("Sunday")).toBeVisible();
});

it("keeps the bar that the keyboard has come to when the page moves under the mouse", async () => {
  const user = renderChart();
  await user.tab();
  await user.keyboard("{ArrowRight}");
  fireEvent.pointerLeave(reader(), { pointerType: "mouse" });
  expect(screen.getByText("Saturday")).toBeVisible();
});

it("explains its marks where it has some", () => {
  renderChart();
  expect(screen.getByRole("img", { name: "Revenue by day" })).toBeInTheDocument();
  expect(screen.getByText("Average")).toBeVisible();
});

it("explains no marks where it has none, and reads no bar where there is none", () => {
  renderChart([]);
  expect(screen.queryByText("Average")).not.toBeInTheDocument();
  expect(screen.queryByRole("slider")).not.toBeInTheDocument();
});

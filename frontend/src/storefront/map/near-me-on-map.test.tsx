import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { configKey } from "@/domain/query-keys";
import { aMovingTruck, aStop } from "@/test/fixtures";
import { type FakeBounds, FakeMap } from "@/test/storefront/fake-maplibre";
import { TruckMap, type TruckMapProps } from "./truck-map";

vi.mock("maplibre-gl", async () => (await import("@/test/storefront/fake-maplibre")).fakeMapLibre);

const TRUCK = {
  ...aMovingTruck(
    null,
    aStop({ startsAt: "2999-06-02T15:00:00Z", endsAt: "2999-06-02T18:00:00Z" }),
  ),
  distance: 805,
};
const POSITION = { latitude: 40.71, longitude: -74.01 };

// The outlines of the states take longer to read than a test waits for a screen.
beforeAll(() => import("./draw-map"));

beforeEach(() => {
  FakeMap.all = [];
});

function renderMap(props: TruckMapProps) {
  const client = new QueryClient();
  client.setQueryData(configKey(), {});
  const screenOf = (given: TruckMapProps) => (
    <QueryClientProvider client={client}>
      <TruckMap {...given} />
    </QueryClientProvider>
  );
  const { rerender } = render(screenOf(props));
  return (given: TruckMapProps) => rerender(screenOf(given));
}

it("shows the customer among the trucks, and how far these are", async () => {
  renderMap({ trucks: [TRUCK], position: POSITION });
  expect(await screen.findByRole("img", { name: "You are here" })).toHaveAttribute(
    "data-at",
    "40.71 -74.01",
  );
  expect(screen.getByText("0.5 mi")).toBeInTheDocument();
  const [[bounds] = []] = FakeMap.last.given("fitBounds");
  expect((bounds as FakeBounds).points).toEqual([
    [-74, 40.7],
    [-74.01, 40.71],
  ]);
});

it("stays where the customer has moved it, until other places are shown", async () => {
  const update = renderMap({ trucks: [TRUCK] });
  await screen.findByRole("button", { name: /^Spicy Burritos, Opens/ });
  update({ trucks: [{ ...TRUCK, name: "Mild Burritos" }] });
  await screen.findByRole("button", { name: /^Mild Burritos, Opens/ });
  expect(screen.queryByRole("button", { name: /^Spicy Burritos, Opens/ })).not.toBeInTheDocument();
  expect(FakeMap.last.given("fitBounds")).toHaveLength(1);
  update({ trucks: [TRUCK], position: POSITION });
  await screen.findByRole("img", { name: "You are here" });
  expect(FakeMap.last.given("fitBounds")).toHaveLength(2);
  expect(FakeMap.all).toHaveLength(1);
});

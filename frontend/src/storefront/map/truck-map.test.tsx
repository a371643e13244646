import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Truck } from "@/domain/api/public-types";
import { aMovingTruck, aStop, aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { speak } from "@/test/speak";
import { type FakeBounds, FakeMap } from "@/test/storefront/fake-maplibre";
import { chooseTheme } from "@/ui/controls/language-and-theme";

vi.mock("maplibre-gl", async () => (await import("@/test/storefront/fake-maplibre")).fakeMapLibre);

const HOUR_MS = 3_600_000;
const OPEN = {
  startsAt: new Date(Date.now() - HOUR_MS).toISOString(),
  endsAt: new Date(Date.now() + 5 * HOUR_MS).toISOString(),
  state: "open",
  takesOrders: true,
};
const PIER = aStop(OPEN);
const PARK = aStop({
  ...OPEN,
  place: { name: "Park", address: "", latitude: 40.8, longitude: -73.9 },
});
const TACOS = aMovingTruck(PIER, null, { _id: "1".repeat(24), slug: "tacos", name: "Tacos" });
const RAMEN = aMovingTruck(PARK, null, { _id: "2".repeat(24), slug: "ramen", name: "Ramen" });
const WINGS = aMovingTruck(PIER, null, { _id: "3".repeat(24), slug: "wings", name: "Wings" });
const STANDING = aTruck({ _id: "4".repeat(24), slug: "still", name: "Still" });

// What loads on demand, above all the outlines of the states, can take longer than a test waits for a screen.
beforeAll(() =>
  Promise.all([
    import("./draw-map"),
    import("./load-truck-map"),
    import("@/storefront/home/truck-finder"),
  ]),
);

beforeEach(() => {
  FakeMap.all = [];
  FakeMap.isUnsupported = false;
  serveConfig();
});

afterEach(() => {
  delete document.documentElement.dataset.theme;
  speak("en");
});

function serveConfig(mapStyle?: string) {
  const config = { currency: "usd", taxRate: 8.75, devTools: true, mapStyle };
  server.use(http.get("*/api/config", () => HttpResponse.json(config)));
}

async function openMap(...trucks: Truck[]) {
  server.use(http.get("*/api/trucks/public", () => HttpResponse.json(trucks)));
  const app = renderApp("/");
  await app.user.click(await screen.findByRole("button", { name: "Show map" }));
  const map = await screen.findByRole("region", { name: "Trucks on the map" });
  return { ...app, map, rows: within(within(map).getByRole("list", { name: "Trucks" })) };
}

const findPin = (name: RegExp) => screen.findByRole("button", { name });

it("is drawn when it is opened, and gone when it is closed", async () => {
  const { user, rows } = await openMap(TACOS, STANDING);
  expect(await findPin(/^Tacos, Open until/)).toHaveTextContent("T");
  expect(rows.getByRole("link", { name: "Tacos" })).toHaveAttribute("href", "/tacos");
  expect(rows.getByText("Pier 5, 5 River St")).toBeInTheDocument();
  expect(rows.getByRole("link", { name: "Still" })).toHaveAttribute("href", "/still");
  expect(rows.getByText("Portland, OR")).toBeInTheDocument();
  expect(rows.queryByRole("button", { name: "Show Still on the map" })).not.toBeInTheDocument();
  const [drawn] = FakeMap.all;
  await user.click(screen.getByRole("button", { name: "Hide map" }));
  expect(screen.queryByRole("region", { name: "Trucks on the map" })).not.toBeInTheDocument();
  expect(drawn?.isRemoved).toBe(true);
});

it("takes the place of the cards while it is open, and gives it back", async () => {
  const { user } = await openMap(TACOS);
  await waitFor(() => expect(screen.getAllByRole("link", { name: "Tacos" })).toHaveLength(1));
  expect(screen.queryByRole("heading", { level: 3, name: "Tacos" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Hide map" }));
  expect(await screen.findByRole("heading", { level: 3, name: "Tacos" })).toBeVisible();
});

it("draws nothing before it is opened", async () => {
  server.use(http.get("*/api/trucks/public", () => HttpResponse.json([TACOS])));
  renderApp("/");
  const button = await screen.findByRole("button", { name: "Show map" });
  expect(button).toHaveAttribute("aria-expanded", "false");
  expect(FakeMap.all).toEqual([]);
});

it("shows all pins at once, each where its truck is", async () => {
  await openMap(TACOS, RAMEN);
  expect(await findPin(/^Tacos, /)).toHaveAttribute("data-at", "40.7 -74");
  expect(await findPin(/^Ramen, /)).toHaveAttribute("data-at", "40.8 -73.9");
  const [[bounds] = []] = FakeMap.last.given("fitBounds");
  expect((bounds as FakeBounds).points).toEqual(
    expect.arrayContaining([
      [-74, 40.7],
      [-73.9, 40.8],
    ]),
  );
});

it("says what a pin stands for when it is pressed, and marks the pin and its row", async () => {
  const { user, map, rows } = await openMap(TACOS, RAMEN);
  const pin = await findPin(/^Ramen, Open/);
  await user.click(pin);
  const card = within(map).getByRole("status");
  expect(within(card).getByRole("link", { name: "Ramen" })).toHaveAttribute("href", "/ramen");
  expect(within(card).getByText("Park")).toBeInTheDocument();
  expect(await findPin(/^Ramen, Open/)).toHaveAttribute("aria-pressed", "true");
  expect(await findPin(/^Tacos, Open/)).toHaveAttribute("aria-pressed", "false");
  const row = rows.getByRole("link", { name: "Ramen" }).closest("li");
  expect(row).toHaveAttribute("data-chosen", "true");
  act(() => FakeMap.last.tell("click"));
  expect(within(map).queryByRole("status")).not.toBeInTheDocument();
  expect(row).toHaveAttribute("data-chosen", "false");
});

it("has one pin for trucks side by side, which names them all", async () => {
  const { user, map } = await openMap(TACOS, RAMEN, WINGS);
  const pin = await findPin(/^Tacos, Open until .*; Wings, Open until/);
  expect(pin).toHaveTextContent("2");
  await user.click(pin);
  const names = within(within(map).getByRole("status")).getAllByRole("link");
  expect(names.map((link) => link.textContent)).toEqual(["Tacos", "Wings"]);
  await user.click(within(map).getByRole("button", { name: "Close" }));
  expect(within(map).queryByRole("status")).not.toBeInTheDocument();
});

it("moves to a truck from the list, as often as that is asked for", async () => {
  const { user, map, rows } = await openMap(TACOS, RAMEN);
  await findPin(/^Ramen, /);
  const button = rows.getByRole("button", { name: "Show Ramen on the map" });
  await user.click(button);
  expect(within(map).getByRole("status")).toHaveTextContent("Ramen");
  await user.click(button);
  const target = { center: [-73.9, 40.8], zoom: 14 };
  expect(FakeMap.last.given("easeTo")).toEqual([[target], [target]]);
});

it("says that no truck is on it", async () => {
  await openMap(STANDING);
  expect(await screen.findByText("No truck has a place on the map right now.")).toBeInTheDocument();
});

it("leaves the list where the browser draws no map", async () => {
  FakeMap.isUnsupported = true;
  const { rows } = await openMap(TACOS);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The map cannot be shown here. The list has every truck.",
  );
  expect(rows.getByRole("link", { name: "Tacos" })).toBeInTheDocument();
});

it("has a style of its own, with a grid that follows the map, and paints it for day and night", async () => {
  await openMap(TACOS);
  await findPin(/^Tacos, /);
  const { last } = FakeMap;
  expect(last.options.style).toMatchObject({ version: 8, sources: { states: {}, grid: {} } });
  last.tell("style.load");
  last.tell("moveend");
  expect(last.grid).toMatchObject([{ type: "MultiLineString" }, { type: "MultiLineString" }]);
  expect(last.given("setStyle")).toEqual([]);
  act(() => chooseTheme("dark"));
  expect(last.given("setStyle")).toMatchObject([[{ version: 8, sources: { states: {} } }]]);
});

it("takes the operator's style, day and night, and its own if that one cannot be read", async () => {
  serveConfig("https://maps.example/plain.json");
  await openMap(TACOS);
  await findPin(/^Tacos, /);
  const { last } = FakeMap;
  expect(last.options.style).toBe("https://maps.example/plain.json");
  act(() => chooseTheme("dark"));
  expect(last.given("setStyle")).toEqual([]);
  last.tell("error");
  last.tell("error");
  expect(last.given("setStyle")).toMatchObject([[{ version: 8, sources: { states: {} } }]]);
});

it("keeps the operator's style when one of its tiles is missing", async () => {
  serveConfig("https://maps.example/plain.json");
  await openMap(TACOS);
  await findPin(/^Tacos, /);
  FakeMap.last.tell("style.load");
  FakeMap.last.tell("error");
  expect(FakeMap.last.given("setStyle")).toEqual([]);
});

it("is drawn with the product's own style when the settings cannot be read", async () => {
  server.use(http.get("*/api/config", () => HttpResponse.json({}, { status: 503 })));
  await openMap(TACOS);
  await waitFor(() => expect(FakeMap.last.options.style).toMatchObject({ version: 8 }));
});

it("speaks Spanish, its controls included", async () => {
  speak("es");
  server.use(http.get("*/api/trucks/public", () => HttpResponse.json([TACOS])));
  const { user } = renderApp("/");
  await user.click(await screen.findByRole("button", { name: "Mapa" }));
  await screen.findByRole("button", { name: "Mostrar Tacos en el mapa" });
  await waitFor(() =>
    expect(FakeMap.last.options.locale).toMatchObject({
      "NavigationControl.ZoomIn": "Acercar",
      "CooperativeGesturesHandler.MobileHelpText": "Usa dos dedos para mover el mapa",
    }),
  );
});

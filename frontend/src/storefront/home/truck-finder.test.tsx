import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Truck } from "@/domain/api/public-types";
import { publicTrucksQuery } from "@/storefront/home/public-trucks-query-and-order";
import type { TruckMapProps } from "@/storefront/map/truck-map";
import { aMovingTruck, aStop, aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { speak } from "@/test/speak";
import { TruckFinder } from "./truck-finder";

const NOW = new Date("2026-06-02T12:00:00Z");

function named(number: number, name: string, cuisine: string[]): Partial<Truck> {
  return { _id: String(number).repeat(24), slug: `truck-${number}`, name, cuisine };
}

const OPEN = aMovingTruck(
  aStop({ startsAt: "2026-06-02T11:00:00Z", endsAt: "2026-06-02T14:00:00Z" }),
  null,
  named(1, "Zesty Tacos", ["Mexican"]),
);
const SOON = aMovingTruck(null, aStop(), named(2, "Bao House", ["Chinese"]));
const TOMORROW = aMovingTruck(
  null,
  aStop({
    startsAt: "2026-06-03T15:00:00Z",
    endsAt: "2026-06-03T18:00:00Z",
    place: { name: "Market Square" },
  }),
  named(3, "Curry Cart", ["Indian"]),
);
const ALWAYS = aTruck(named(4, "Always Burgers", ["American"]));

let asked: URL[] = [];
let today: { _id: string; distance: number | null; match?: object }[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  asked = [];
  today = [];
  server.use(
    http.get("*/api/trucks/public", () => HttpResponse.json([ALWAYS, SOON, TOMORROW, OPEN])),
    http.get("*/api/stops/today", ({ request }) => {
      asked.push(new URL(request.url));
      return HttpResponse.json(today);
    }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function openHome() {
  const app = renderApp("/");
  await screen.findByRole("link", { name: "Bao House" });
  await screen.findByRole("button", { name: "Near me" });
  return app;
}

vi.mock("@/storefront/map/load-truck-map", () => ({
  loadTruckMap: async () => ({
    default: ({ trucks }: TruckMapProps) => <p>{trucks.map(({ name }) => name).join(", ")}</p>,
  }),
}));

/** The names on the cards, in their order. */
function names() {
  return screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
}

const chip = (name: string) => screen.getByRole("button", { name });

it("lists open trucks first, then those that open next, each with its place", async () => {
  await openHome();
  expect(names()).toEqual(["Always Burgers", "Zesty Tacos", "Bao House", "Curry Cart"]);
  const card = screen.getByRole("link", { name: "Curry Cart" }).closest("li") as HTMLElement;
  expect(within(card).getByText("Market Square, Portland, OR")).toBeVisible();
  expect(within(card).getByText("Opens Wed 11:00 AM")).toBeVisible();
  expect(asked).toEqual([]);
});

it("hands the map the trucks in the order of the list", async () => {
  const { user } = await openHome();
  await user.click(screen.getByRole("button", { name: "Show map" }));
  const listed = await screen.findByText("Always Burgers, Zesty Tacos, Bao House, Curry Cart");
  expect(listed).toBeVisible();
});

it("filters by what is open, by today and by cuisine, and takes the filters away", async () => {
  const { user } = await openHome();
  await user.click(chip("Open now"));
  await waitFor(() => expect(names()).toEqual(["Always Burgers", "Zesty Tacos"]));
  expect(screen.getByText("2 food trucks")).toBeInTheDocument();
  await user.click(chip("Open now"));
  await user.click(chip("Today"));
  await waitFor(() => expect(names()).toEqual(["Always Burgers", "Zesty Tacos", "Bao House"]));
  await user.click(chip("Indian"));
  expect(await screen.findByText("No trucks match.")).toBeVisible();
  await user.click(chip("Show all food trucks"));
  await waitFor(() => expect(names()).toHaveLength(4));
  expect(chip("Indian")).toHaveAttribute("aria-pressed", "false");
});

it("finds trucks by name, cuisine and place at once, and by menu item through the server", async () => {
  const { user } = await openHome();
  today = [{ _id: SOON._id, distance: null, match: { menuItemId: "1", name: "Pork bao" } }];
  const search = screen.getByRole("searchbox", { name: "Search trucks, food, places" });
  await user.type(search, "market");
  await waitFor(() => expect(names()).toContain("Curry Cart"));
  await waitFor(() => expect(names()).toEqual(["Bao House", "Curry Cart"]));
  expect(asked.at(-1)?.searchParams.get("q")).toBe("market");
  expect(screen.getByText("On the menu: Pork bao")).toBeVisible();
});

it("says when menu items cannot be searched, and keeps what it knows", async () => {
  server.use(http.get("*/api/stops/today", () => HttpResponse.error()));
  const { user } = await openHome();
  await user.type(screen.getByRole("searchbox"), "curry");
  expect(await screen.findByText(/Unable to connect to server/)).toBeVisible();
  expect(names()).toEqual(["Curry Cart"]);
});

function stubPosition(
  answer: (success: PositionCallback, fail: PositionErrorCallback) => void,
  permission: PermissionState = "granted",
) {
  const getCurrentPosition = vi.fn(answer);
  vi.stubGlobal("navigator", {
    ...navigator,
    userAgent: navigator.userAgent,
    languages: navigator.languages,
    geolocation: { getCurrentPosition },
    permissions: { query: async () => ({ state: permission }) },
  });
  return getCurrentPosition;
}

it("asks for the position only when pressed, sorts by distance and asks again on the next visit", async () => {
  const coords = { latitude: 40.71279, longitude: -74.00601 };
  const here = (success: PositionCallback) => success({ coords } as GeolocationPosition);
  const asks = stubPosition(here);
  today = [
    { _id: OPEN._id, distance: 3_000 },
    { _id: SOON._id, distance: 500 },
  ];
  const { user, unmount } = await openHome();
  expect(asks).not.toHaveBeenCalled();
  await user.click(chip("Near me"));
  await waitFor(() =>
    expect(names()).toEqual(["Bao House", "Zesty Tacos", "Always Burgers", "Curry Cart"]),
  );
  expect(screen.getByText("Pier 5, Portland, OR · 0.3 mi")).toBeVisible();
  expect(asked.at(-1)?.search).toBe("?lat=40.713&lng=-74.006");
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain("40.7");
  unmount();
  coords.latitude = 34.05;
  const later = await openHome();
  await waitFor(() => expect(names()[0]).toBe("Bao House"));
  expect(asked.at(-1)?.search).toBe("?lat=34.05&lng=-74.006");
  await user.click(chip("Near me"));
  await waitFor(() => expect(names()[0]).toBe("Always Burgers"));
  expect(localStorage.getItem("chuckwagon.position")).toBeNull();
  expect(asks).toHaveBeenCalledTimes(2);
  later.unmount();
  // What an earlier release kept is the wish; where the browser would ask, that takes a press.
  localStorage.setItem("chuckwagon.position", '{"latitude":40.713,"longitude":-74.006}');
  const unasked = stubPosition(here, "prompt");
  await openHome();
  await waitFor(() => expect(chip("Near me")).toHaveAttribute("aria-pressed", "false"));
  expect(unasked).not.toHaveBeenCalled();
});

it.each([
  [1, /Your browser does not share your position/],
  [3, /Your position could not be found/],
])("says why there is no position (%s)", async (code, sentence) => {
  stubPosition((_success, fail) =>
    fail({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError),
  );
  const { user } = await openHome();
  await user.click(chip("Near me"));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(chip("Near me")).toHaveAttribute("aria-pressed", "false");
});

it("opens a truck at its minute, without a reload", async () => {
  await openHome();
  vi.setSystemTime("2026-06-02T14:58:59Z");
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText("Opens 11:00 AM")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText("Open until 2:00 PM")).toBeVisible();
});

it("names known cuisines in Spanish, and finds trucks by these names", async () => {
  speak("es");
  const { user } = renderApp("/");
  expect(await screen.findByRole("button", { name: "Mexicana" })).toBeVisible();
  await user.type(screen.getByRole("searchbox"), "mexicana");
  await waitFor(() =>
    expect(screen.queryByRole("heading", { name: "Bao House" })).not.toBeInTheDocument(),
  );
  expect(screen.getByRole("heading", { name: "Zesty Tacos" })).toBeVisible();
  speak("en");
});

it("does not ask again when it comes after the list has failed", async () => {
  server.use(http.get("*/api/trucks/public", () => HttpResponse.error()));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await client.prefetchQuery(publicTrucksQuery());
  expect(client.getQueryState(publicTrucksQuery().queryKey)?.status).toBe("error");
  render(
    <QueryClientProvider client={client}>
      <TruckFinder onFind={() => {}} onMap={() => {}} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole("button", { name: "Near me" })).toBeVisible();
  expect(client.isFetching()).toBe(0);
});

it("finds the trucks that serve a diet, and narrows the list only once the answer is there", async () => {
  today = [{ _id: SOON._id, distance: null }];
  const { user } = await openHome();
  await user.click(await screen.findByRole("button", { name: "Gluten-free" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Zesty Tacos" })).toBeNull());
  expect(screen.getByRole("link", { name: "Bao House" })).toBeInTheDocument();
  expect(asked.at(-1)?.searchParams.get("diet")).toBe("gluten_free");
  await user.click(screen.getByRole("button", { name: "Gluten-free" }));
  expect(await screen.findByRole("link", { name: "Zesty Tacos" })).toBeInTheDocument();
});

import { readFileSync } from "node:fs";
import { QueryClient } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { MenuItem, Truck } from "@/domain/api/public-types";
import { publicMenuQuery } from "@/domain/menu/public-menu-queries";
import { truckBySlugQuery } from "@/domain/trucks/public-truck-queries";
import { aMenuItem, aTruck } from "@/test/fixtures";
import { keepMenus } from "./keep-offline";

const SEEN_AT = new Date("2026-06-01T20:00:00Z");
const TACO = aMenuItem({
  name: "Taco",
  basePrice: 4.5,
  section: "Tacos",
  description: "Two salsas",
});

let client = new QueryClient();

beforeEach(() => {
  client = new QueryClient();
  document.documentElement.lang = "en";
});

function truckNumber(number: number): Truck {
  return aTruck({
    _id: `${number}`.padStart(24, "0"),
    slug: `truck-${number}`,
    name: `Truck ${number}`,
  });
}

function see(truck: Truck, menu: MenuItem[], updatedAt = SEEN_AT.getTime()): void {
  client.setQueryData(truckBySlugQuery(truck.slug).queryKey, truck, { updatedAt });
  client.setQueryData(publicMenuQuery(truck._id).queryKey, menu, { updatedAt });
}

/** Opens the page that the service worker keeps, on a device without a connection. */
function openOffline(path: string): void {
  window.history.replaceState(null, "", path);
  const page = new DOMParser().parseFromString(
    readFileSync("public/offline-menu.html", "utf8"),
    "text/html",
  );
  document.body.innerHTML = page.body.innerHTML;
  const loaded: (() => void)[] = [];
  const addEventListener = vi
    .spyOn(document, "addEventListener")
    .mockImplementation((_name, listener) => void loaded.push(listener as () => void));
  new Function(readFileSync("public/offline-menu.js", "utf8"))();
  addEventListener.mockRestore();
  for (const listener of loaded) listener();
}

it("shows the menu last seen below a bar that says that it is not live", () => {
  keepMenus(client);
  see(truckNumber(1), [TACO]);
  openOffline("/truck-1");
  const bar = screen.getByRole("banner");
  expect(bar).toHaveTextContent("Not live: you are offline");
  expect(screen.getByText(/^Menu last seen Jun 1, 2026, 1:00 PM PDT\./)).toBeInTheDocument();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Truck 1");
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("Tacos");
  expect(screen.getByRole("listitem")).toHaveTextContent("Taco$4.50Two salsas");
  expect(screen.queryByText("You are offline")).not.toBeInTheDocument();
});

it.each(["/truck/truck-1", "/truck-1/checkout", "/truck-1/order/secret"])(
  "shows it at %s as well",
  (path) => {
    keepMenus(client);
    see(truckNumber(1), [TACO]);
    openOffline(path);
    expect(screen.getByText("Taco")).toBeInTheDocument();
  },
);

it("keeps the menu that came with the page", () => {
  see(truckNumber(1), [TACO]);
  keepMenus(client);
  openOffline("/truck-1");
  expect(screen.getByText("Taco")).toBeInTheDocument();
});

it("keeps the newest of the menus that were seen for several stops", () => {
  const truck = truckNumber(1);
  const menuOf = (stopId: string) => publicMenuQuery(truck._id, stopId).queryKey;
  const later = { updatedAt: SEEN_AT.getTime() + 60_000 };
  client.setQueryData(menuOf("1".repeat(24)), [{ ...TACO, name: "Tostada" }], later);
  see(truck, [TACO]);
  keepMenus(client);
  openOffline("/truck-1");
  expect(screen.getByText("Tostada")).toBeInTheDocument();
  client.setQueryData(menuOf("2".repeat(24)), [{ ...TACO, name: "Torta" }], later);
  openOffline("/truck-1");
  expect(screen.getByText("Torta")).toBeInTheDocument();
});

it("follows a menu that changes while it is open", () => {
  keepMenus(client);
  see(truckNumber(1), [TACO]);
  see(truckNumber(1), [{ ...TACO, basePrice: 5 }], SEEN_AT.getTime() + 60_000);
  openOffline("/truck-1");
  expect(screen.getByRole("listitem")).toHaveTextContent("$5.00");
  expect(screen.getByText(/^Menu last seen .* 1:01 PM/)).toBeInTheDocument();
});

it("lists the menus there are where the page belongs to none of them", () => {
  keepMenus(client);
  see(truckNumber(1), [TACO]);
  see(truckNumber(2), [TACO]);
  openOffline("/");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("You are offline");
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/truck-2", "/truck-1"]);
});

it("keeps five menus, the newest", () => {
  keepMenus(client);
  for (const number of [1, 2, 3, 4, 5, 6]) see(truckNumber(number), [TACO]);
  see(truckNumber(3), [TACO]);
  openOffline("/");
  const names = within(screen.getByRole("list")).getAllByRole("link");
  expect(names.map(({ textContent }) => textContent)).toEqual(
    [3, 6, 5, 4, 2].map((number) => `Truck ${number}`),
  );
});

it("keeps at most 200,000 characters", () => {
  keepMenus(client);
  const long = Array.from({ length: 100 }, (_, index) =>
    aMenuItem({ _id: `${index}`, name: `Item ${index}`, description: "x".repeat(900) }),
  );
  for (const number of [1, 2, 3]) see(truckNumber(number), long);
  const kept = localStorage.getItem("chuckwagon.offline") ?? "";
  expect(kept.length).toBeLessThanOrEqual(200_000);
  expect(JSON.parse(kept).trucks.map(({ slug }: Truck) => slug)).toEqual(["truck-3", "truck-2"]);
});

it("keeps nothing of an empty menu", () => {
  keepMenus(client);
  see(truckNumber(1), []);
  openOffline("/truck-1");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("You are offline");
  expect(screen.queryByRole("list")).not.toBeInTheDocument();
});

it("keeps nothing of unknown age", () => {
  see(truckNumber(1), [TACO], 0);
  keepMenus(client);
  openOffline("/truck-1");
  expect(screen.queryByText("Taco")).not.toBeInTheDocument();
});

it("takes what a truck is called for text, never for markup", () => {
  keepMenus(client);
  see({ ...truckNumber(1), name: "<img src=x onerror=alert(1)>" }, [
    { ...TACO, name: "<b>Taco</b>" },
  ]);
  openOffline("/truck-1");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
    "<img src=x onerror=alert(1)>",
  );
  expect(document.querySelector("img")).toBeNull();
  expect(screen.getByText("<b>Taco</b>")).toBeInTheDocument();
});

it.each(["", "{", "[]", '{"trucks": 1}', "null"])(
  "shows what it can from %j in the storage",
  (text) => {
    localStorage.setItem("chuckwagon.offline", text);
    openOffline("/truck-1");
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("You are offline");
    expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
  },
);

import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { createQueryClient } from "@/domain/api/query-client";
import { AppRoutes } from "@/storefront/router";
import { ClosedNotice } from "@/storefront/truck/closed-notice";
import { TruckHeader } from "@/storefront/truck/truck-header";
import { MenuItemCard } from "@/ui/menu/menu-item-card";
import { TruckCard } from "@/ui/trucks/truck-card";
import { cut, pick, withPlaces } from "./cutting";
import { type FirstData, seedCache } from "./first-data";
import { type Flags, mark, sampleItem, sampleTruck } from "./samples";

/** A piece for each set of flags that are on, by their names in order with spaces between. */
type Variants = Record<string, string>;

export interface Fragments {
  home: string;
  homeEmpty: string;
  truck: string;
  card: Variants;
  tag: string;
  header: Variants;
  notice: string;
  menu: string;
  menuEmpty: string;
  nav: string;
  navLink: string;
  navLinkCurrent: string;
  section: string;
  item: Variants;
}

const NONE: Flags = new Set();
const CARD_FLAGS = ["closed", "description", "first", "picture", "place", "tags"];
const HEADER_FLAGS = ["description", "email", "phone", "picture", "place"];
const ITEM_FLAGS = ["closed", "description", "options", "picture", "soldOut"];

/**
 * Draws every part of the first screens from the components themselves, in every shape that the data
 * can give it. The server only chooses and fills in; it knows no markup of its own.
 */
export async function drawFragments(): Promise<Fragments> {
  return { ...(await drawHome()), ...(await drawTruck()) };
}

async function drawHome() {
  const card = variants(CARD_FLAGS, (on) => (
    <TruckCard truck={sampleTruck(on)} first={on.has("first")} />
  ));
  const whole = await drawPage("/", { trucks: [sampleTruck(NONE)] });
  const tag = pick(card.tags ?? "", /<li[^>]*>{{tag}}<\/li>/);
  return {
    home: cut(whole, card.first ?? "", "{{cards}}"),
    homeEmpty: await drawPage("/", { trucks: [] }),
    card: Object.fromEntries(
      Object.entries(card).map(([key, html]) => [key, html.replace(tag, "{{tags}}")]),
    ),
    tag,
  };
}

async function drawTruck() {
  const header = variants(HEADER_FLAGS, (on) => <TruckHeader truck={sampleTruck(on)} />);
  const item = variants(ITEM_FLAGS, (on) => (
    <MenuItemCard
      item={sampleItem(on)}
      orderable={!on.has("closed")}
      onAdd={() => undefined}
      onChooseOptions={() => undefined}
    />
  ));
  const address = `/${mark("slug")}`;
  const truck = sampleTruck(NONE);
  const menu = [sampleItem(NONE), sampleItem(NONE, "other")];
  const whole = cut(
    await drawPage(address, { truck, menu }),
    header[""] ?? "",
    "{{notice}}{{header}}",
  );
  const empty = await drawPage(address, { truck, menu: [] });
  const content = pick(whole, MENU);
  return {
    truck: cut(whole, MENU, "{{menu}}"),
    header,
    notice: drawPart(<ClosedNotice reason={mark("closed")} />),
    menuEmpty: pick(empty, MENU),
    item,
    ...cutMenu(content, item[""] ?? ""),
  };
}

// What follows the heading of the menu, up to the end of its section, which the cart's button follows.
const MENU = /(?<=Menu<\/h2>).*(?=<\/section><div [^>]*><button [^>]*data-cart-target)/;
const SECTION = /<section id="section-{{anchor}}".*?<\/section>/;
const OTHER_SECTION = /<section id="section-{{other}}".*?<\/section>/;

function cutMenu(content: string, item: string) {
  const nav = pick(content, /<nav.*?<\/nav>/);
  const [current = "", link = ""] = nav.match(/<li>.*?<\/li>/g) ?? [];
  const counted = cut(content, /2(?=<!-- --> menu <!-- -->)/, "{{count}}").replace(
    "items</p>",
    "{{noun}}</p>",
  );
  const sections = cut(cut(counted, nav, "{{nav}}"), OTHER_SECTION, "");
  return {
    menu: cut(sections, SECTION, "{{sections}}"),
    nav: cut(nav, current + link, "{{links}}"),
    navLinkCurrent: current,
    navLink: link
      .replaceAll("section-{{other}}", "section-{{anchor}}")
      .replace("{{other}}", "{{title}}"),
    section: cut(pick(content, SECTION), item, "{{items}}"),
  };
}

function variants(flags: readonly string[], draw: (on: Flags) => ReactNode): Variants {
  let sets: string[][] = [[]];
  for (const flag of flags) sets = [...sets, ...sets.map((on) => [...on, flag])];
  return Object.fromEntries(sets.map((on) => [on.join(" "), drawPart(draw(new Set(on)))]));
}

function drawPart(part: ReactNode): string {
  return withPlaces(renderToString(<MemoryRouter>{part}</MemoryRouter>));
}

async function drawPage(address: string, data: FirstData): Promise<string> {
  const client = createQueryClient();
  seedCache(client, data, Date.now());
  const page = (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <AppRoutes />
      </MemoryRouter>
    </QueryClientProvider>
  );
  // The first time asks for the code of the page, the second has it.
  renderToString(page);
  await import("@/storefront/truck/truck-page");
  await new Promise((resolve) => setTimeout(resolve));
  const html = withPlaces(renderToString(page));
  if (html.includes("<!--$!-->") || html.includes("<!--$?-->"))
    throw new Error(`Not whole: ${html}`);
  return html;
}

import "./engine-globals";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { Router } from "wouter";
import type { Truck } from "@/domain/api/public-types";
import { createQueryClient } from "@/domain/api/query-client";
import { setZoneOffsets, type ZoneOffsets } from "@/domain/time/wall-clock";
import { hueOf, hueTokens } from "@/domain/trucks/truck-hue";
import { addMessages, messages as m } from "@/messages";
import * as englishHome from "@/messages/en/home";
import { head as englishHead } from "@/messages/en/later";
import * as englishTruck from "@/messages/en/truck";
import * as spanishHome from "@/messages/es/home";
import { head as spanishHead } from "@/messages/es/later";
import * as spanishTruck from "@/messages/es/truck";
import { currentLocale, type Language } from "@/messages/language";
import { AppRoutes } from "@/storefront/router";
import { type FirstData, seedCache } from "./first-data";

/** What surrounds the content of every page of this build; `scripts/page-shell.mjs` writes it. */
interface Shell {
  /** The document up to the value of its `lang`, from there into the head, and after the content. */
  start: string;
  head: string;
  end: string;
  /** Links of the files that a page needs, the catalog of its language among them. */
  files: Record<Language, { home: string; truck: string }>;
}

interface PageRequest {
  language: Language;
  origin: string;
  path: string;
  /** Offsets for the instants that the page's words name, and for its own time. */
  zones: ZoneOffsets;
}

const CATALOGS = {
  en: [...Object.values(englishHome), ...Object.values(englishTruck), englishHead],
  es: [...Object.values(spanishHome), ...Object.values(spanishTruck), spanishHead],
};

let shell: Shell;

/**
 * Called once, before any page. The first attempts to draw home and a truck ask for code that loads on demand, which is
 * there once the pending jobs have run.
 */
export function open(shellJson: string): void {
  shell = JSON.parse(shellJson);
  addMessages("en", ...CATALOGS.en);
  for (const path of ["/", "/any-truck"])
    renderToString(<Page path={path} client={createQueryClient()} />);
}

/** Draws the whole document for a request from the data that it carries along. Throws if a part of it failed. */
export function drawPage(requestJson: string, dataJson: string): string {
  const request: PageRequest = JSON.parse(requestJson);
  const data: FirstData = JSON.parse(dataJson);
  const { truck } = data;
  addMessages(request.language, ...CATALOGS[request.language]);
  const { hints, content } = drawContent(request, data);
  const files = shell.files[request.language];
  return [
    `${shell.start}${request.language}${shell.head}`,
    renderToStaticMarkup(<PageHead {...request} truck={truck} />),
    truck ? files.truck : files.home,
    hints,
    truck ? `</head><body data-truck-hue="${hueTokens(hueOf(truck))}">` : "</head><body>",
    `<div id="root">${content}</div>`,
    `<script type="application/json" id="first-data">${scriptSafe(dataJson)}</script>`,
    shell.end,
  ].join("");
}

function drawContent({ path, zones }: Pick<PageRequest, "path" | "zones">, data: FirstData) {
  const client = createQueryClient();
  seedCache(client, data, Date.now());
  setZoneOffsets(zones);
  const html = renderToString(<Page path={path} client={client} />);
  client.clear();
  // React swallows what fails inside a Suspense boundary and marks the boundary.
  if (html.includes("<!--$!-->") || html.includes("<!--$?-->"))
    throw new Error("A part of the page failed");
  // React puts its hints for the head before the content.
  const [hints = ""] = /^(<link [^>]*>)*/.exec(html) ?? [];
  return { hints, content: html.slice(hints.length) };
}

function Page({ path, client }: { path: string; client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Router ssrPath={path}>
        <AppRoutes />
      </Router>
    </QueryClientProvider>
  );
}

/** JSON in a script element must not end the element or begin a comment. */
function scriptSafe(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const SITE = "Chuckwagon";
const ICON = "/icon-512.png";
/** What search engines show in full. */
const MAX_ABOUT_LENGTH = 160;

interface PageHeadProps {
  origin: string;
  path: string;
  truck: Truck | undefined;
}

/** What search engines and messengers show of a page. */
function PageHead({ origin, path, truck }: PageHeadProps) {
  const about = shorten(truck ? aboutTruck(truck) : m.head.description);
  const image = truck?.bannerImage || truck?.imageUrl || ICON;
  return (
    <>
      <title>{truck ? `${truck.name} · ${SITE}` : SITE}</title>
      <meta name="description" content={about} />
      <link rel="canonical" href={origin + path} />
      <meta property="og:type" content={truck ? "restaurant" : "website"} />
      <meta property="og:locale" content={currentLocale().replace("-", "_")} />
      <meta property="og:site_name" content={SITE} />
      <meta property="og:title" content={truck?.name ?? m.head.shareTitle} />
      <meta property="og:description" content={about} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:image" content={image.startsWith("/") ? origin + image : image} />
    </>
  );
}

function aboutTruck({ name, shortDescription, description }: Truck): string {
  return shortDescription || description || m.head.truckDescription({ name });
}

/** One line of whole words; counted in characters, so that no emoji is cut in half. */
function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  const characters = [...line];
  if (characters.length <= MAX_ABOUT_LENGTH) return line;
  const start = characters.slice(0, MAX_ABOUT_LENGTH - 1).join("");
  const end = start.lastIndexOf(" ");
  return `${end > 0 ? start.slice(0, end) : start}…`;
}

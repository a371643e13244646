/**
 * The widget that a truck's owner puts on a site of their own:
 *
 *   <script src="https://the-product/embed/truck.js" async></script>
 *   <chuckwagon-truck slug="spicy-burritos"></chuckwagon-truck>
 *
 * It names the truck, whether it is open, where, and leads to its page. It runs on pages that we do not know, so it
 * imports nothing, uses neither inline styles nor HTML from text, and shows nothing where it has nothing to say.
 *
 * Why: docs/decisions/0066-found-by-its-own-data.md
 */
import type { components } from "@/domain/api/schema.gen";

type Truck = components["schemas"]["EmbeddedTruck"];
type Language = "en" | "es";

const REFRESH_MS = 60_000;
const DAY_MS = 86_400_000;
const IMAGE_WIDTH = 320;

/** A script of the kind `module` is not the current one while it runs. */
const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[src*="/embed/truck."]');
const { origin } = new URL(script?.src || location.href);

const article = (time: string) => `${time.startsWith("1:") ? "la" : "las"} ${time}`;

const words = {
  en: {
    locale: "en-US",
    open: "Open now",
    openUntil: (time: string) => `Open until ${time}`,
    opens: (time: string, day: string) => `Opens ${day ? `${day} ${time}` : time}`,
    pausedUntil: (time: string, day: string) => `Paused until ${day ? `${day} ${time}` : time}`,
    paused: "Not taking orders right now",
    closed: "Closed",
    order: "Order",
    orderFrom: (name: string) => `Order from ${name}`,
  },
  es: {
    locale: "es-US",
    open: "Abierto ahora",
    openUntil: (time: string) => `Abierto hasta ${article(time)}`,
    opens: (time: string, day: string) => `Abre ${day ? `el ${day} ` : ""}a ${article(time)}`,
    pausedUntil: (time: string, day: string) =>
      `En pausa hasta ${day ? `el ${day} a ` : ""}${article(time)}`,
    paused: "No recibe órdenes ahora",
    closed: "Cerrado",
    order: "Pedir",
    orderFrom: (name: string) => `Pedir en ${name}`,
  },
} satisfies Record<Language, unknown>;

const css = `:host{all:initial;display:block;max-width:26em;font:medium/1.4 var(--chuckwagon-font,system-ui,sans-serif)}
:host([hidden]){display:none}
div{display:flex;flex-wrap:wrap;gap:12px;align-items:center;padding:14px;border:1px solid #eadfd0;border-radius:16px;background:#fff;color:#211a15}
img{width:64px;height:64px;border-radius:12px;object-fit:cover}
section{flex:99 1 10em;min-width:0;overflow-wrap:anywhere}
p{margin:0}
.name{font-weight:700;font-size:1.1em}
.state{font-weight:600;color:#6b5e54}
.open{color:#2e7d4f}
.place{color:#6b5e54;font-size:.9em}
a{display:inline-flex;flex:1 0 auto;align-items:center;justify-content:center;min-height:44px;padding:0 20px;border-radius:999px;background:#c8321b;color:#fff;font-weight:700;text-decoration:none}
a:hover{background:#a92713}
a:focus-visible{outline:3px solid #211a15;outline-offset:2px}
@media (prefers-color-scheme:dark){div{border-color:#3a312a;background:#211b17;color:#fbf3e8}.state,.place{color:#bfb0a2}.open{color:#6fcf97}a{background:#ff6b4a;color:#1b0d08}a:hover{background:#ff8a6e}a:focus-visible{outline-color:#fbf3e8}}
@media (forced-colors:active){a{border:1px solid}}`;

class ChuckwagonTruck extends HTMLElement {
  static observedAttributes = ["slug", "lang"];
  private truck: Truck | null = null;
  private slug = "";
  private drawn = "";
  private timer = 0;
  private readonly root = this.attachShadow({ mode: "open" });

  connectedCallback(): void {
    this.timer = window.setInterval(() => this.refresh(), REFRESH_MS);
    document.addEventListener("visibilitychange", this);
    void this.load();
  }

  disconnectedCallback(): void {
    clearInterval(this.timer);
    this.timer = 0;
    document.removeEventListener("visibilitychange", this);
  }

  attributeChangedCallback(name: string): void {
    if (!this.timer) return;
    if (name === "lang") this.draw();
    else void this.load();
  }

  /** The page is seen again. */
  handleEvent(): void {
    this.refresh();
  }

  private refresh(): void {
    if (document.visibilityState === "visible") void this.load();
  }

  /** Reads the truck. While the product cannot be reached, what is shown stays. */
  private async load(): Promise<void> {
    const slug = this.getAttribute("slug") ?? "";
    if (slug !== this.slug) this.show(null);
    this.slug = slug;
    if (!slug) return;
    try {
      const address = `${origin}/api/embed/${encodeURIComponent(slug)}`;
      // biome-ignore lint/style/noRestrictedGlobals: the client would be ten times as large as the widget.
      const answer = await fetch(address, { credentials: "omit" });
      const truck: Truck | null = answer.ok ? await answer.json() : null;
      if (slug !== this.slug) return;
      // Only this says that there is no such truck: any other failure may be over in a minute.
      if (truck || answer.status === 404) this.show(truck);
    } catch {
      // No connection.
    }
  }

  private show(truck: Truck | null): void {
    this.truck = truck;
    this.draw();
  }

  private draw(): void {
    const { truck, root } = this;
    const language = this.language();
    const drawn = truck ? JSON.stringify([truck, language, new Date().toDateString()]) : "";
    // What reads the same stays, and with it the focus.
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.hidden = !truck;
    root.replaceChildren();
    if (!truck) return;
    const say = words[language];
    const card = element("div");
    card.lang = language;
    if (truck.imageUrl) card.append(thumbnail(truck.imageUrl));
    const about = element("section", "", card);
    element("p", "name", about, truck.name);
    element("p", `state ${truck.state}`, about, stateWords(truck, say));
    if (truck.stop && truck.state !== "closed") {
      const { placeName, address } = truck.stop;
      element("p", "place", about, [placeName, address].filter(Boolean).join(" · "));
    }
    const link = element("a", "", card, say.order);
    link.href = `${origin}/${truck.slug}`;
    // Out of a frame too, because the truck's page is never shown in one.
    link.target = "_top";
    link.setAttribute("aria-label", say.orderFrom(truck.name));
    wear(root);
    root.append(card);
  }

  /** By the attribute, else the page's, else the browser's. */
  private language(): Language {
    const asked = [this.lang, document.documentElement.lang, ...navigator.languages];
    const known = asked.map((tag) => tag.slice(0, 2).toLowerCase());
    return known.find((tag): tag is Language => tag in words) ?? "en";
  }
}

type Words = (typeof words)[Language];

function stateWords({ state, stop, resumesAt, timezone }: Truck, say: Words): string {
  if (state === "open") {
    return stop ? say.openUntil(timeOf(stop.closesAt, stop.timezone, say)) : say.open;
  }
  if (state === "opens_later" && stop) {
    const { opensAt, timezone: zone } = stop;
    return say.opens(timeOf(opensAt, zone, say), dayOf(opensAt, zone, say));
  }
  if (state === "paused") {
    if (!resumesAt) return say.paused;
    return say.pausedUntil(timeOf(resumesAt, timezone, say), dayOf(resumesAt, timezone, say));
  }
  return say.closed;
}

function timeOf(instant: string, timeZone: string, { locale }: Words): string {
  const format = { hour: "numeric", minute: "2-digit", timeZone } as const;
  // In one piece: "10:45" without its "AM" is read as another time.
  return new Date(instant).toLocaleTimeString(locale, format).replace(/\s/g, "\u00a0");
}

/** The weekday, with its date from a week on; empty for today. */
function dayOf(instant: string, timeZone: string, { locale }: Words): string {
  const at = new Date(instant);
  const day = (date: Date) => date.toLocaleDateString("en-CA", { timeZone });
  if (day(at) === day(new Date())) return "";
  const isFar = at.getTime() - Date.now() > 6 * DAY_MS;
  const date = isFar ? ({ month: "short", day: "numeric" } as const) : {};
  return at.toLocaleDateString(locale, { weekday: "short", ...date, timeZone });
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = "",
  parent?: Node,
  text = "",
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  parent?.appendChild(made);
  return made;
}

/** An image of the product's own, in its smallest width. */
function thumbnail(address: string): HTMLImageElement {
  const image = element("img");
  image.alt = "";
  image.onerror = () => image.remove();
  image.src =
    origin +
    address.replace(/-(\d+)\.webp$/, (whole, width) =>
      width > IMAGE_WIDTH ? `-${IMAGE_WIDTH}.webp` : whole,
    );
  return image;
}

let sheet: CSSStyleSheet | undefined;

/** A policy without inline styles allows sheets that a script makes. Safari before 16.4 has none. */
function wear(root: ShadowRoot): void {
  try {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    root.adoptedStyleSheets = [sheet];
  } catch {
    element("style", "", root, css);
  }
}

if (!customElements.get("chuckwagon-truck")) {
  customElements.define("chuckwagon-truck", ChuckwagonTruck);
}

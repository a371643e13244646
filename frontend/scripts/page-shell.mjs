// Writes .server/pages.json beside the script that the server draws first pages with: what surrounds the content in
// this build, and the hashes of what stands in every page, for the content security policy. Then draws two pages, so
// that a build whose pages cannot be drawn fails.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";

const root = join(fileURLToPath(import.meta.url), "..", "..");
const dist = process.argv[2] ?? join(root, "dist");
/** The languages that the screens have their sentences in. */
const LANGUAGES = ["en", "es"];
const HEADING_FONT = /(--font-display):("Bricolage Grotesque",\s*)([^;}]*)/;
const THEME_FILE = '<script src="/theme.js"></script>';

const manifest = await readManifest("manifest.json");
const styles = await readStyles();
// What is written into the pages themselves, by its hash: the browser runs and applies nothing else in them.
const inline = { scripts: [], styles: [] };
const starter = inlined(
  "scripts",
  await readFile(join(root, "src", "storefront", "first-paint", "start.js"), "utf8"),
);
const theme = inlined("scripts", await readFile(join(dist, "theme.js"), "utf8"));
const shell = {
  ...cutIndex(await readFile(join(dist, "index.html"), "utf8")),
  files: Object.fromEntries(LANGUAGES.map((language) => [language, linksIn(language)])),
};
Object.values(shell.files.en).forEach(checkFonts);
checkColors();
for (const html of await drawSamples(JSON.stringify(shell))) checkClasses(html);
await writeFile(
  join(dist, ".server", "pages.json"),
  JSON.stringify({ shell, languages: LANGUAGES, ...inline }),
);

/** What the pages link to in one language, its catalogs included, which the code asks for only once it runs. */
function linksIn(language) {
  const catalog = (name) => `src/messages/${language}/${name}.ts`;
  const home = filesOf("index.html", stylesOf("src/storefront/home/truck-finder.tsx"));
  const truck = filesOf(catalog("truck"), filesOf("src/storefront/truck/truck-page.tsx"));
  const [homeLinks, truckLinks] = [home, truck].map((files) =>
    linksOf(filesOf(catalog("home"), files)),
  );
  return { home: homeLinks, truck: truckLinks };
}

/** Cuts the page of the build where the language, the page's own head and its content belong. */
function cutIndex(index) {
  // The content is there already: the code waits until it is painted, and start.js asks for it then.
  const whole = index
    .replace(/\s*<script type="module"[^>]*><\/script>/g, "")
    .replace(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, "")
    .replace(/\s*<title>.*?<\/title>|\s*<meta name="description"[^>]*>/g, "")
    .replace(THEME_FILE, () => `<script>${theme}</script>`);
  const parts = /^(.*<html lang=")en(".*)<\/head>\s*<body>\s*<div id="root"><\/div>(.*)$/s.exec(
    whole,
  );
  if (!parts || whole.includes(THEME_FILE))
    throw new Error(`Not the expected index.html: ${whole}`);
  const [, start, head, end] = parts;
  return { start, head, end };
}

/** The text as it may stand in every page. */
function inlined(kind, file) {
  // As the browser reads it, which knows one kind of line end only.
  const text = file.replace(/\r\n?/g, "\n");
  if (/<\/|<!--/.test(text)) throw new Error(`This cannot stand in a page: ${text}`);
  const hash = `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  if (!inline[kind].includes(hash)) inline[kind].push(hash);
  return text;
}

function linksOf(files) {
  const code = `/${manifest["index.html"].file}`;
  const needs = [...files.scripts].map((file) => `/${file}`).filter((file) => file !== code);
  const fonts = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => /figtree.*\.woff2$/.test(file));
  const sources = [...files.styles].map((file) => `/${file}`);
  const sheets = [...files.styles].map((file) =>
    inlined("styles", withHeadingFontLater(styles.get(file))),
  );
  // Nothing that the first paint needs but its images and its font is one more trip away. The script
  // comes before the styles: whatever can be seen, and so tapped, is seen after it has run.
  return [
    `<script data-code="${code}" data-needs="${needs.join(" ")}" data-styles="${sources.join(" ")}">${starter}</script>`,
    ...sheets.map((sheet) => `<style>${sheet}</style>`),
    ...fonts.map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`,
    ),
  ].join("");
}

/**
 * The heading font would hold back the first paint: until start.js has it, its fallback stands in for it. That the
 * page learns of a font only then would be another layout of all of it, so it is declared and not used.
 */
function withHeadingFontLater(css) {
  const rule = HEADING_FONT.exec(css);
  if (!rule) return css;
  const [whole, name, font, fallbacks] = rule;
  return `${css.replace(whole, `${name}:${fallbacks}`)}[data-heading-font]{${name}:${font}${fallbacks}}`;
}

/** The code and the styles of a chunk with all that it imports, on top of the first load. */
function filesOf(key, files = { scripts: new Set(), styles: new Set() }) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  if (files.scripts.has(chunk.file)) return files;
  files.scripts.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, files);
  for (const style of chunk.css ?? []) files.styles.add(style);
  return files;
}

/** The styles alone of a chunk that is loaded once the page can be used. */
function stylesOf(key) {
  return { scripts: new Set(), styles: filesOf(key).styles };
}

async function readManifest(name) {
  return JSON.parse(await readFile(join(dist, ".vite", name), "utf8"));
}

async function readStyles() {
  const staff = await readManifest("staff-manifest.json");
  const all = [...Object.values(manifest), ...Object.values(staff)];
  const files = new Set(all.flatMap(({ css = [] }) => css));
  const texts = [...files].map(async (file) => [file, await readFile(join(dist, file), "utf8")]);
  return new Map(await Promise.all(texts));
}

/** Draws as the server's engine does, with no more than the language itself. */
async function drawSamples(shellJson) {
  const engine = createContext({});
  runInContext("delete globalThis.Intl; delete globalThis.console", engine);
  runInContext(await readFile(join(dist, ".server", "pages.js"), "utf8"), engine);
  const draw = runInContext("(...texts) => pages.drawPage(...texts)", engine);
  runInContext("(shell) => pages.open(shell)", engine)(shellJson);
  await new Promise((resolve) => setTimeout(resolve));
  const request = { language: "en", origin: "https://chuckwagon.example", zones: {} };
  const { truck, menu } = JSON.parse(await readFile(join(root, "scripts", "sample-truck.json")));
  return [
    ["/", { trucks: [] }],
    ["/", { trucks: [truck] }],
    [`/${truck.slug}`, { truck, menu }],
  ].map(([path, data]) => draw(JSON.stringify({ ...request, path }), JSON.stringify(data)));
}

/** A font is fetched where a rule uses it: the heading font nowhere but in the rule that start.js turns on. */
function checkFonts(head) {
  const styles = [...head.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join("\n");
  const [, later] = /\[data-heading-font\]\{([^}]*)\}/.exec(styles) ?? [];
  if (!later || !HEADING_FONT.test(later))
    throw new Error("No rule in the page uses the heading font once it is there");
  const atFirst = styles.replace(later, "").replace(/@font-face\s*\{[^}]*\}/g, "");
  if (atFirst.includes("Bricolage Grotesque"))
    throw new Error("The first paint waits for the heading font: a rule uses it at once");
}

/** Older browsers know no light-dark(): a color in it would be none. In its place stand variables that follow the theme. */
function checkColors() {
  const all = [...styles.values()].join("\n");
  if (/light-dark\(/.test(all))
    throw new Error("The built styles hold light-dark() without a fallback");
  const night = "--lightningcss-light: ?;--lightningcss-dark:initial";
  for (const rule of [
    `@media \\(prefers-color-scheme:dark\\)\\{:root\\{${night}`,
    `:root\\[data-theme=dark\\]\\{${night}`,
  ]) {
    if (!new RegExp(rule).test(all))
      throw new Error(`The built styles do not switch to night by ${rule}`);
  }
}

/** The browser's build and the server's must name classes alike. */
function checkClasses(html) {
  const all = [...styles.values()].join("\n");
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(" "));
  if (classes.length === 0) throw new Error("A page without a class was drawn");
  for (const name of classes)
    if (name && !all.includes(`.${name}`)) throw new Error(`No style for .${name} in the build`);
}

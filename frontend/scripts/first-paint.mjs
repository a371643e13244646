// Draws the first screens from the components and writes them, as whole pages with places for the
// data, to first-paint.json beside the built screens. The server fills them in.
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const root = join(fileURLToPath(import.meta.url), "..", "..");
const dist = process.argv[2] ?? join(root, "dist");

const THEME_FILE = '<script src="/theme.js"></script>';

const { home, homeEmpty, truck, ...parts } = await drawFragments();
const manifest = await readManifest("manifest.json");
const chunks = Object.values(manifest);
const storefront = filesOf("index.html");
const truckPage = filesOf("src/storefront/truck/truck-page.tsx");
// What is written into the pages themselves, by its hash: the browser runs and applies nothing else in them.
const inline = { scripts: [], styles: [] };
const starter = inlined(
  "scripts",
  await readFile(join(root, "src", "storefront", "first-paint", "start.js"), "utf8"),
);
const theme = inlined("scripts", await readFile(join(dist, "theme.js"), "utf8"));
const index = withoutFiles(await readFile(join(dist, "index.html"), "utf8"));
const styles = await readStyles();
const sheets = new Map(
  [...storefront.styles, ...truckPage.styles].map((file) => [
    file,
    inlined("styles", withoutHeadingFont(styles.get(file))),
  ]),
);

const pieces = {
  home: pageOf(home, "website", storefront),
  homeEmpty: pageOf(homeEmpty, "website", storefront),
  truck: pageOf(truck, "restaurant", truckPage),
  ...parts,
  inline,
};
checkClasses(JSON.stringify(pieces));
checkFonts(JSON.stringify([...sheets.values()]));
checkColors();
await writeFile(join(dist, "first-paint.json"), JSON.stringify(pieces));

/** The same names of classes and files as in the browser's build, since they come from the contents. */
async function drawFragments() {
  const outDir = await mkdtemp(join(root, "node_modules", ".first-paint-"));
  try {
    await build({
      root,
      logLevel: "error",
      build: {
        ssr: "src/storefront/first-paint/fragments.tsx",
        outDir,
        manifest: false,
        copyPublicDir: false,
      },
    });
    return await (await import(pathToFileURL(join(outDir, "fragments.js")))).drawFragments();
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

function pageOf(content, kind, files) {
  const edits = [
    [/<title>.*?<\/title>/, `<title>{{pageTitle}}</title>${aboutOf(kind)}${linksOf(files)}`],
    [/<meta name="description" content="[^"]*"/, '<meta name="description" content="{{about}}"'],
    ["<body>", "<body{{bodyHue}}>"],
    [
      '<div id="root"></div>',
      `<div id="root">${content}</div>` +
        '<script type="application/json" id="first-data">{{data}}</script>',
    ],
  ];
  return edits.reduce((page, [part, edited]) => {
    const next = page.replace(part, () => edited);
    if (next === page) throw new Error(`index.html has no ${part}`);
    return next;
  }, index);
}

function aboutOf(kind) {
  return [
    '<link rel="canonical" href="{{canonical}}">',
    `<meta property="og:type" content="${kind}">`,
    '<meta property="og:site_name" content="Chuckwagon">',
    '<meta property="og:title" content="{{shareTitle}}">',
    '<meta property="og:description" content="{{about}}">',
    '<meta property="og:url" content="{{canonical}}">',
    '<meta property="og:image" content="{{shareImage}}">',
  ].join("");
}

/** The content is there already: the code waits until it is painted, and start.js asks for it then. */
function withoutFiles(page) {
  if (!page.includes(THEME_FILE)) throw new Error(`index.html has no ${THEME_FILE}`);
  return page
    .replace(/\s*<script type="module"[^>]*><\/script>/g, "")
    .replace(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, "")
    .replace(THEME_FILE, () => `<script>${theme}</script>`);
}

/** It comes with the file after the first picture, which it would hold back; its double stands in for it. */
function withoutHeadingFont(css) {
  return css.replace(/@font-face\{font-family:Bricolage Grotesque;[^}]*\}/g, "");
}

/** The text as it may stand in every page. */
function inlined(kind, file) {
  // As the browser reads it, which knows one kind of line end only.
  const text = file.replace(/\r\n?/g, "\n");
  if (/<\/|<!--|\{\{\w/.test(text)) throw new Error(`This cannot stand in a page: ${text}`);
  const hash = `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  if (!inline[kind].includes(hash)) inline[kind].push(hash);
  return text;
}

function linksOf(files) {
  const code = `/${manifest["index.html"].file}`;
  const needs = [...files.scripts].map((file) => `/${file}`).filter((file) => file !== code);
  const fonts = chunks.map(({ file }) => file).filter((file) => /figtree.*\.woff2$/.test(file));
  const sources = [...files.styles].map((file) => `/${file}`);
  // Nothing that the first picture needs but its pictures and its font is one more trip away. The script
  // comes before the styles: whatever can be seen, and so tapped, is seen after it has run.
  return [
    `<script data-code="${code}" data-needs="${needs.join(" ")}" data-styles="${sources.join(" ")}">${starter}</script>`,
    ...[...files.styles].map((file) => `<style>${sheets.get(file)}</style>`),
    ...fonts.map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`,
    ),
  ].join("");
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

async function readManifest(name) {
  return JSON.parse(await readFile(join(dist, ".vite", name), "utf8"));
}

async function readStyles() {
  const all = [...chunks, ...Object.values(await readManifest("staff-manifest.json"))];
  const files = new Set(all.flatMap(({ css = [] }) => css));
  const texts = [...files].map(async (file) => [file, await readFile(join(dist, file), "utf8")]);
  return new Map(await Promise.all(texts));
}

function checkFonts(css) {
  const files = css.match(/[^/]*\.woff2/g) ?? [];
  if (files.length !== 1 || !files[0].startsWith("figtree"))
    throw new Error(`The first picture waits for ${files}, not for the font of the text alone`);
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

function checkClasses(html) {
  const all = [...styles.values()].join("\n");
  for (const [, names] of html.matchAll(/ class=\\"([^"]*)\\"/g)) {
    for (const name of names.split(" ")) {
      if (name && !all.includes(`.${name}`)) throw new Error(`No style for .${name} in the build`);
    }
  }
}

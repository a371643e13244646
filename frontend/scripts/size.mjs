// Fails when the home page loads more JavaScript than it may: the entry, search and filters, and the catalog of the
// language that has the larger one. Not counted is what loads two seconds after the page for a visit without a connection.
// Fails too when the widget, which loads on the pages of others, is larger than it may be, even where nothing packs it.
import { readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT_KB = 100;
const WIDGET_LIMIT_BYTES = 6144;
const CATALOGS = ["en", "es"].map((language) => `src/messages/${language}/home.ts`);
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

function filesOf(key, files = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, files);
  return files;
}

function kilobytesOf(file) {
  return gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1000;
}

function sizesWith(catalog) {
  const files = ["index.html", "src/storefront/home/truck-finder.tsx", catalog].flatMap((key) => [
    ...filesOf(key),
  ]);
  return [...new Set(files)].map((file) => [file, kilobytesOf(file)]);
}

const totalOf = (sizes) => sizes.reduce((sum, [, kilobytes]) => sum + kilobytes, 0);
const largest = CATALOGS.map(sizesWith).sort((one, other) => totalOf(other) - totalOf(one))[0];
const lines = largest.map(([file, kilobytes]) => `${kilobytes.toFixed(1).padStart(7)} kB  ${file}`);
const total = totalOf(largest);
lines.push(`${total.toFixed(1).padStart(7)} kB  gzipped for the home page, at most ${LIMIT_KB} kB`);
if (total > LIMIT_KB) {
  console.error(lines.join("\n"));
  console.error(
    "Load a part of it later, or leave it out: docs/decisions/0040 says what is in it.",
  );
  process.exit(1);
}
const widget = statSync(new URL("embed/truck.js", dist)).size;
if (widget > WIDGET_LIMIT_BYTES) {
  console.error(`The widget has ${widget} bytes, at most ${WIDGET_LIMIT_BYTES} are allowed.`);
  process.exit(1);
}
lines.push(`${(widget / 1000).toFixed(1).padStart(7)} kB  widget, not packed`);
console.log(lines.join("\n"));

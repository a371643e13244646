// Fails when the home page loads more JavaScript than it may: the entry, search and filters, and the catalog of the
// language that has the larger one. Not counted is what loads two seconds after the page for a visit without a connection.
// Fails when the sign-in of the staff loads more JavaScript and styles than it may, without its sentences.
// Fails too when the widget, which loads on the pages of others, is larger than it may be, even where nothing packs it.
import { readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT_KB = 98.6;
const SIGN_IN_LIMIT_KB = 200;
const WIDGET_LIMIT_BYTES = 6144;
const CATALOGS = ["en", "es"].map((language) => `src/messages/${language}/home.ts`);
const dist = new URL("../dist/", import.meta.url);
const readManifest = (name) => JSON.parse(readFileSync(new URL(`.vite/${name}`, dist), "utf8"));
const manifest = readManifest("manifest.json");
const staffManifest = readManifest("staff-manifest.json");

function filesOf(chunks, key, files = new Set()) {
  const chunk = chunks[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(chunks, imported, files);
  return files;
}

function stylesOf(chunks, files) {
  return Object.values(chunks).flatMap(({ file, css = [] }) => (files.has(file) ? css : []));
}

function kilobytesOf(file) {
  return gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1000;
}

function sizesOf(chunks, keys) {
  const files = new Set(keys.flatMap((key) => [...filesOf(chunks, key)]));
  return [...files].map((file) => [file, kilobytesOf(file)]);
}

const totalOf = (sizes) => sizes.reduce((sum, [, kilobytes]) => sum + kilobytes, 0);
const largest = CATALOGS.map((catalog) =>
  sizesOf(manifest, ["index.html", "src/storefront/home/truck-finder.tsx", catalog]),
).sort((one, other) => totalOf(other) - totalOf(one))[0];
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
const signInScripts = sizesOf(staffManifest, ["staff.html", "src/staff/sign-in/login-page.tsx"]);
const signInStyles = new Set(stylesOf(staffManifest, new Set(signInScripts.map(([file]) => file))));
const signIn =
  totalOf(signInScripts) + totalOf([...signInStyles].map((file) => [file, kilobytesOf(file)]));
lines.push(
  `${signIn.toFixed(1).padStart(7)} kB  for the sign-in of the staff, at most ${SIGN_IN_LIMIT_KB} kB`,
);
if (signIn > SIGN_IN_LIMIT_KB) {
  console.error(lines.join("\n"));
  console.error("A part of the staff area that the sign-in does not need came into its files.");
  process.exit(1);
}
const widget = statSync(new URL("embed/truck.js", dist)).size;
if (widget > WIDGET_LIMIT_BYTES) {
  console.error(`The widget has ${widget} bytes, at most ${WIDGET_LIMIT_BYTES} are allowed.`);
  process.exit(1);
}
lines.push(`${(widget / 1000).toFixed(1).padStart(7)} kB  widget, not packed`);
console.log(lines.join("\n"));

// Writes dist/sw-staff-files.js: the files that the worker keeps for a staff area without network. These are the pages
// that sell and cook, with all that they load later, and the sentences of both languages.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = join(fileURLToPath(import.meta.url), "..", "..", "dist");
const PAGES = [
  "src/staff/orders/board/orders-page.tsx",
  "src/staff/orders/counter/counter-page-and-item-grid.tsx",
  "src/staff/orders/kitchen/kitchen-page.tsx",
  "src/staff/orders/detail/order-page.tsx",
  "src/staff/orders/print/order-print-page.tsx",
  "src/staff/sign-in/login-page.tsx",
  "src/staff/shell/needs-connection.tsx",
  "src/staff/shell/sign-out-question.tsx",
  "src/staff/session/send-unsent-and-follow-offline.ts",
  "src/domain/offline/known-answers-and-time-alone.ts",
];
const SENTENCES = ["sign-in", "orders", "order", "service", "unsent"].flatMap((name) =>
  ["en", "es"].map((language) => `src/messages/${language}/${name}.ts`),
);
const OTHERS = ["/theme.js", "/favicon.svg", "/manifest.webmanifest"];

const manifest = JSON.parse(await readFile(join(dist, ".vite", "staff-manifest.json"), "utf8"));
const files = new Set();
addFiles("staff.html", false);
for (const key of [...PAGES, ...SENTENCES]) addFiles(key, true);

/** `later`: with what it loads when it is needed. The entry would load every page. */
function addFiles(key, later, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The staff's build has no ${key}`);
  if (seen.has(key)) return;
  seen.add(key);
  if (!chunk.file.endsWith(".html")) files.add(`/${chunk.file}`);
  for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`);
  for (const one of chunk.imports ?? []) if (one !== "staff.html") addFiles(one, later, seen);
  if (later) for (const one of chunk.dynamicImports ?? []) addFiles(one, later, seen);
}

const html = await readFile(join(dist, "staff.html"), "utf8");
const [, formats] = /<meta name="readable-formats" content="([\d ]+)"/.exec(html) ?? [];
const list = [...files].sort();
const texts = await Promise.all(OTHERS.map((path) => readFile(join(dist, path))));
const hash = createHash("sha256").update(html).update(JSON.stringify(list));
for (const text of texts) hash.update(text);
const app = {
  version: hash.digest("hex").slice(0, 16),
  formats: formats.split(" ").map(Number),
  files: [...list, ...OTHERS],
};
await writeFile(join(dist, "sw-staff-files.js"), `self.STAFF_APP = ${JSON.stringify(app)};\n`);

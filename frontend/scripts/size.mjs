// Prints what the home page loads and fails above its budget. Run after `npm run build`.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET_KB = 107;
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

const files = new Set();
function collect(key) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(imported);
}
collect("index.html");

let total = 0;
for (const file of files) {
  const bytes = gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;
  total += bytes;
  console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
}
const kilobytes = total / 1000;
console.log(
  `${kilobytes.toFixed(1).padStart(7)} kB  gzipped for the home page, at most ${BUDGET_KB} kB`,
);
if (kilobytes > BUDGET_KB) process.exit(1);

// Packs every text of the built screens once, as small as it gets, so that the server never has to. What lies in
// hidden folders is not served.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const WORTH_IT = 1024;
const TEXTS = new Set([".css", ".html", ".js", ".mjs", ".svg", ".webmanifest"]);
const dist = process.argv[2] ?? join(fileURLToPath(import.meta.url), "..", "..", "dist");

const packers = {
  ".br": (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  ".gz": (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

for (const name of await readdir(dist, { recursive: true })) {
  if (name.startsWith(".") || !TEXTS.has(extname(name))) continue;
  const path = join(dist, name);
  const bytes = await readFile(path);
  if (bytes.length < WORTH_IT) continue;
  for (const [ending, pack] of Object.entries(packers)) {
    const packed = await pack(bytes);
    if (packed.length < bytes.length) await writeFile(path + ending, packed);
  }
}

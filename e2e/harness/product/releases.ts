import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { Product } from "./product.ts";

const TEXTS = new Set([".css", ".html", ".js", ".json"]);

/**
 * Puts another build in the place of the product's screens, and starts the product again, as an update does: each file
 * of its assets has another name, and the earlier names are gone. Its staff pages name the release (`data-release`) and read
 * orders of these formats.
 */
export async function release(product: Product, name: string, formats: string): Promise<void> {
  await product.stop();
  const names = new Map<string, string>();
  const files = await filesBelow(product.screens);
  const assets = files.filter((file) => basename(dirname(file)) === "assets" && !isPacked(file));
  for (const file of assets) {
    const known = basename(file);
    names.set(known, `${name}-${known.replace(/^release\d-/, "")}`);
  }
  const anyName = new RegExp([...names.keys()].join("|").replaceAll(".", "\\."), "g");
  for (const file of files) {
    if (isPacked(file)) await rm(file);
    else if (TEXTS.has(extname(file))) await rewrite(file, marked);
  }
  for (const file of assets) {
    await rename(file, join(dirname(file), names.get(basename(file)) ?? ""));
  }
  await product.start();

  function marked(text: string, file: string): string {
    const renamed = text.replace(anyName, (known) => names.get(known) ?? known);
    switch (basename(file)) {
      case "staff.html":
        return renamed
          .replace(/ content="[\d ]*"/, ` content="${formats}"`)
          .replace(/ data-release="[^"]*"/, "")
          .replace("<html", `<html data-release="${name}"`);
      case "sw-staff-files.js":
        return renamed.replace(
          /"version":"[^"]*","formats":\[[^\]]*\]/,
          `"version":"${name}","formats":[${formats}]`,
        );
      default:
        return renamed;
    }
  }
}

/** What is left out then is sent unpacked. */
function isPacked(file: string): boolean {
  return [".br", ".gz"].includes(extname(file));
}

async function rewrite(
  file: string,
  change: (text: string, file: string) => string,
): Promise<void> {
  const text = await readFile(file, "utf8");
  const changed = change(text, file);
  if (changed !== text) await writeFile(file, changed);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}

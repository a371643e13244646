import { join } from "node:path";

/** Where images for the documents are left for `scripts/take_screenshots.py`, which makes small files of them. */
export const IMAGES = join(import.meta.dirname, "../../../build/pictures");

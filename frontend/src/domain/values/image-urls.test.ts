import { expect, it } from "vitest";
import { imageSources } from "./image-urls";

it.each([
  [
    "/uploads/a-1280.webp",
    "/uploads/a-320.webp 320w, /uploads/a-640.webp 640w, /uploads/a-1280.webp 1280w",
  ],
  ["/uploads/a-640.webp", "/uploads/a-320.webp 320w, /uploads/a-640.webp 640w"],
  ["/uploads/a-500.webp", "/uploads/a-320.webp 320w, /uploads/a-500.webp 500w"],
  ["/uploads/a-200.webp", "/uploads/a-200.webp 200w"],
  ["https://images.example/taco.jpg", undefined],
  ["https://images.example/taco.webp", undefined],
  ["https://images.example/taco-1280.webp", undefined],
  [
    "/uploads/a-900.webp",
    "/uploads/a-320.webp 320w, /uploads/a-640.webp 640w, /uploads/a-900.webp 900w",
  ],
])("offers the variants of %s", (address, sources) => {
  expect(imageSources(address)).toBe(sources);
});

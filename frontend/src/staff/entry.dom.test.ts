import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = new DOMParser().parseFromString(readFileSync("staff.html", "utf8"), "text/html");

it("offers the staff's manifest", () => {
  const links = page.querySelectorAll('link[rel="manifest"]');
  expect([...links].map((link) => link.getAttribute("href"))).toEqual(["/manifest.webmanifest"]);
});

it("is left out by search engines", () => {
  const robots = page.querySelector('meta[name="robots"]');
  expect(robots?.getAttribute("content")).toBe("noindex");
});

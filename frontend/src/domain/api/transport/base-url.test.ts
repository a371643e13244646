import { expect, it } from "vitest";
import { apiBaseUrl } from "./base-url-and-send-and-forget";

it("has the same origin where the server draws a page, without window and document", () => {
  expect(typeof window).toBe("undefined");
  expect(apiBaseUrl()).toBe("/api");
});

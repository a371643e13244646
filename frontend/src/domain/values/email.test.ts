import { expect, it } from "vitest";
import { isEmail } from "./email";

it.each(["a@b.co", "robin.castellano+truck@food.example", "x@a-b.c.example"])(
  "takes %s for an address",
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

it.each(["", "robin", "robin@", "@food.example", "robin@food", "a b@c.de", "a@b@c.de", "a@b..de"])(
  "does not take %j for an address",
  (text) => {
    expect(isEmail(text)).toBe(false);
  },
);

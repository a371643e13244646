import * as v from "valibot";
import { expect, it } from "vitest";
import { CustomerInfoIn, RegisterRequest } from "@/domain/api/limits.gen";
import { email, requiredEmail, text, typedNumber } from "./field-schemas";

const ADDRESSES = ["a@b.co", "robin.castellano+truck@food.example", "x@a-b.c.example"];
const NO_ADDRESSES = [
  "robin",
  "robin@",
  "@food.example",
  "robin@food",
  "a b@c.de",
  "a@b@c.de",
  "a@b..de",
];

/** The first sentence about a value; undefined when it passes. */
function complaint(schema: v.GenericSchema<string, unknown>, value: string) {
  return v.safeParse(schema, value).issues?.[0].message;
}

it.each(ADDRESSES)("takes %s for an address", (address) => {
  expect(complaint(email(CustomerInfoIn.email), address)).toBeUndefined();
  expect(
    complaint(
      requiredEmail(RegisterRequest.email, () => "Missing"),
      address,
    ),
  ).toBeUndefined();
});

it.each(NO_ADDRESSES)("does not take %j for an address", (typed) => {
  const sentence = "Please enter a valid email address";
  expect(complaint(email(CustomerInfoIn.email), typed)).toBe(sentence);
  expect(
    complaint(
      requiredEmail(RegisterRequest.email, () => "Missing"),
      typed,
    ),
  ).toBe(sentence);
});

it("asks for an address only where the API wants one", () => {
  expect(complaint(email(CustomerInfoIn.email), " ")).toBeUndefined();
  expect(
    complaint(
      requiredEmail(RegisterRequest.email, () => "Missing"),
      " ",
    ),
  ).toBe("Missing");
});

it("counts a text without the spaces at its ends", () => {
  expect(v.parse(text({ maxLength: 3 }), " abc ")).toBe("abc");
  expect(complaint(text({ maxLength: 3 }), "abcd")).toBe("At most 3 characters");
});

it.each([
  ["0", 0],
  ["20", 20],
])("understands the typed number %s", (typed, value) => {
  expect(v.parse(tax, typed)).toBe(value);
});

it.each(["-1", "21", "x"])("says what to type instead of %s", (typed) => {
  expect(complaint(tax, typed)).toBe(`Not ${typed}`);
});

const tax = typedNumber(
  { minimum: 0, maximum: 20 },
  (typed) => (Number.isNaN(Number(typed)) ? null : Number(typed)),
  (typed) => `Not ${typed}`,
);

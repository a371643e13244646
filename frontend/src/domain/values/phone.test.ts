import { describe, expect, it } from "vitest";
import { displayPhone, formatPhoneInput, isCheckoutPhone, isSmsPhone, toSmsPhone } from "./phone";

describe("typing a phone", () => {
  it.each([
    ["", ""],
    ["abc", ""],
    ["5", "(5"],
    ["555", "(555"],
    ["5551", "(555) 1"],
    ["555123", "(555) 123"],
    ["5551234", "(555) 123-4"],
    ["5551234567", "(555) 123-4567"],
    ["(555) 123-4567", "(555) 123-4567"],
    ["55512345678", "(555) 123-4567"],
    ["(555) ", "(555"],
  ])("%j becomes %j", (typed, shown) => {
    expect(formatPhoneInput(typed)).toBe(shown);
  });

  it.each(["+1 555 123 4567", "15551234567", "+15551234567"])(
    "drops the country code of %s",
    (filled) => {
      expect(formatPhoneInput(filled)).toBe("(555) 123-4567");
    },
  );

  it("shows each key as it comes", () => {
    let shown = "";
    for (const key of "5551234567") shown = formatPhoneInput(shown + key);
    expect(shown).toBe("(555) 123-4567");
    expect(shown).toHaveLength(14);
  });
});

describe("a checkout phone", () => {
  it.each([
    ["(555) 123-4567", true],
    ["5551234567", true],
    ["(555) 123-456", false],
    ["15551234567", false],
    ["", false],
  ])("%j is valid: %s", (text, valid) => {
    expect(isCheckoutPhone(text)).toBe(valid);
  });
});

describe("a phone for texts", () => {
  it.each([
    ["5551234567", "+15551234567"],
    ["(555) 123-4567", "+15551234567"],
    ["1 555 123 4567", "+15551234567"],
    ["+15551234567", "+15551234567"],
  ])("%j is normalised to %s", (text, normalised) => {
    expect(isSmsPhone(text)).toBe(true);
    expect(toSmsPhone(text)).toBe(normalised);
  });

  it.each(["", "555123456", "25551234567", "115551234567", "+44 20 7946 0958"])(
    "%j is refused",
    (text) => {
      expect(isSmsPhone(text)).toBe(false);
      expect(toSmsPhone(text)).toBeNull();
    },
  );

  it("is shown as people write it", () => {
    expect(displayPhone("+15551234567")).toBe("(555) 123-4567");
    expect(displayPhone("+44 20 7946 0958")).toBe("+44 20 7946 0958");
  });
});

import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { type CustomerInfo, customerSchema, fieldOfPath, MISSING } from "./customer-info";
import type { PickupRules } from "./pickup-time";

const NOW = new Date("2026-06-01T20:00:00Z");
const RULES = { zone: "America/Los_Angeles", leadMinutes: 15, slots: null };
const ADA: CustomerInfo = {
  name: "Ada",
  phone: "(555) 234-5678",
  email: "",
  pickupTime: "18:00",
  slotAt: "asap",
};

function check(changes: Partial<CustomerInfo>) {
  return checkCustomer({ ...ADA, ...changes }, RULES, NOW);
}

/** The first sentence about each field, and whether anything required is missing. */
function checkCustomer(customer: CustomerInfo, rules: PickupRules, now: Date) {
  const { issues = [] } = v.safeParse(
    customerSchema(rules, () => now),
    customer,
  );
  const fields: Partial<Record<string, string>> = {};
  for (const issue of issues) fields[v.getDotPath(issue) ?? ""] ??= issue.message;
  return { fields, incomplete: issues.some(({ type }) => type === MISSING) };
}

describe("the customer's details", () => {
  it("pass when everything required is there", () => {
    expect(check({})).toEqual({ fields: {}, incomplete: false });
    expect(check({ email: "ada@example.com" }).fields).toEqual({});
  });

  it.each([{ name: " " }, { phone: "" }, { pickupTime: "" }])("are incomplete with %j", (gap) => {
    const { fields, incomplete } = check(gap);
    expect(incomplete).toBe(true);
    expect(Object.keys(fields)).toEqual(Object.keys(gap));
  });

  it.each(["(555) 234-567", "55523456789"])("refuse the phone %s", (phone) => {
    expect(check({ phone })).toEqual({
      fields: { phone: "Please enter a valid 10-digit phone number" },
      incomplete: false,
    });
  });

  it("refuse what cannot be an e-mail address", () => {
    expect(check({ email: "ada@" }).fields).toEqual({
      email: "Please enter a valid email address",
    });
  });

  it.each([
    ["13:14", "Please allow at least 15 minutes for preparation"],
    ["13:00", "Please allow at least 15 minutes for preparation"],
    ["13:15", undefined],
    ["12:59", undefined],
  ])("judge a pickup at %s from one o'clock at the truck", (pickupTime, sentence) => {
    expect(check({ pickupTime }).fields.pickupTime).toBe(sentence);
  });

  it("follow a longer lead of the truck", () => {
    const { fields } = checkCustomer(
      { ...ADA, pickupTime: "13:20" },
      { ...RULES, leadMinutes: 30 },
      NOW,
    );
    expect(fields.pickupTime).toBe("Please allow at least 30 minutes for preparation");
  });
});

describe("a pickup slot", () => {
  const at = (minute: string) => `2026-06-01T21:${minute}:00Z`;
  const slots: PickupRules["slots"] = {
    state: "ready",
    held: null,
    offered: {
      stopId: null,
      timezone: RULES.zone,
      asap: at("20"),
      slots: [
        { at: at("10"), state: "full" },
        { at: at("20"), state: "few" },
      ],
    },
  };
  const gone = "The time you chose is no longer free. Please choose another.";

  it.each([
    ["asap", undefined],
    [at("20"), undefined],
    ["2026-06-01T21:20:00.000Z", undefined],
    [at("10"), gone],
    [at("30"), gone],
  ])(
    "%s is held against those that are offered, and no time of day is asked for",
    (slotAt, sentence) => {
      const customer = { ...ADA, pickupTime: "", slotAt };
      const { fields, incomplete } = checkCustomer(customer, { ...RULES, slots }, NOW);
      expect(fields).toEqual(sentence ? { slotAt: sentence } : {});
      expect(incomplete).toBe(false);
    },
  );

  it("may be one that the page does not know yet, if the server offers it", () => {
    const rules = { ...RULES, slots };
    const offers = [{ at: at("30"), state: "free" as const }];
    const { success } = v.safeParse(
      customerSchema(rules, () => NOW, offers),
      { ...ADA, slotAt: at("30") },
    );
    expect(success).toBe(true);
  });

  it("may be any while none are known", () => {
    const rules = { ...RULES, slots: { state: "loading" as const } };
    expect(checkCustomer({ ...ADA, slotAt: at("10") }, rules, NOW).fields).toEqual({});
  });
});

it("finds the field that the server means", () => {
  expect(fieldOfPath("customerInfo.pickupTime")).toBe("pickupTime");
  expect(fieldOfPath("phone")).toBe("phone");
  expect(fieldOfPath("cart.items")).toBeNull();
});

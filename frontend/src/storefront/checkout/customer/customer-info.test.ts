import * as v from "valibot";
import { afterEach, describe, expect, it } from "vitest";
import type { CustomerInfo } from "@/storefront/checkout/api";
import { aStop } from "@/test/fixtures";
import { speak } from "@/test/speak";
import {
  describeChoice,
  describePickup,
  describeSoonest,
  fieldOfPath,
  type PickupRules,
} from "./customer-info";
import { customerSchema, MISSING } from "./customer-schema";

const NOW = new Date("2026-06-01T20:00:00Z");
const RULES = { zone: "America/Los_Angeles", leadMinutes: 15, stop: null };
const ADA: CustomerInfo = {
  name: "Ada",
  phone: "(555) 234-5678",
  email: "",
  pickupTime: "18:00",
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

describe("a pickup at a stop", () => {
  const atStop = (overrides: Parameters<typeof aStop>[0] = {}): PickupRules => ({
    zone: "America/New_York",
    leadMinutes: 15,
    stop: aStop(overrides),
  });
  const DAY_BEFORE = NOW;
  const NOON = new Date("2026-06-02T16:00:00Z");

  it.each([
    ["11:00", undefined],
    ["10:59", "Choose a pickup time while the truck is there."],
    ["14:01", "Choose a pickup time while the truck is there."],
  ])("at %s is held against the hours of the stop", (pickupTime, sentence) => {
    const { fields } = checkCustomer({ ...ADA, pickupTime }, atStop(), DAY_BEFORE);
    expect(fields.pickupTime).toBe(sentence);
  });

  it("leaves the kitchen its time", () => {
    const { fields } = checkCustomer({ ...ADA, pickupTime: "12:10" }, atStop(), NOON);
    expect(fields.pickupTime).toBe("Please allow at least 15 minutes for preparation");
  });

  it("says which day is meant, which times there are and what is soonest", () => {
    expect(describePickup("11:30", atStop(), DAY_BEFORE)).toBe(
      "Ready tomorrow, Tuesday, June 2, at 11:30 AM, truck time.",
    );
    const weekBefore = new Date("2026-05-26T12:00:00Z");
    expect(describePickup("11:30", atStop(), weekBefore)).toBe(
      "Ready on Tuesday, June 2, at 11:30 AM, truck time.",
    );
    expect(describeChoice(atStop())).toBe("The truck is there from 11:00 AM to 2:00 PM.");
    expect(describeSoonest(atStop(), DAY_BEFORE)).toBe(
      "Ready tomorrow, Tuesday, June 2, at 11:00 AM, when the truck opens.",
    );
    expect(describeSoonest(atStop(), NOON)).toBe("Ready in about 15 minutes.");
  });
});

afterEach(() => speak("en"));

it("tells the day that a pickup time means", () => {
  expect(describePickup("18:00", RULES, NOW)).toBe("Ready today at 6:00 PM, truck time.");
  expect(describePickup("12:00", RULES, NOW)).toBe(
    "Ready tomorrow, Tuesday, June 2, at 12:00 PM, truck time.",
  );
  expect(describePickup("", RULES, NOW)).toBeNull();
});

it("tells the day in Spanish", () => {
  speak("es");
  expect(describePickup("18:00", RULES, NOW)).toBe(
    "Lista hoy a las 6:00 p.m., hora del food truck.",
  );
  expect(describePickup("13:30", RULES, NOW)).toBe(
    "Lista hoy a la 1:30 p.m., hora del food truck.",
  );
  expect(describePickup("12:00", RULES, NOW)).toBe(
    "Lista mañana, martes, 2 de junio, a las 12:00 p.m., hora del food truck.",
  );
});

it("finds the field that the server means", () => {
  expect(fieldOfPath("customerInfo.pickupTime")).toBe("pickupTime");
  expect(fieldOfPath("phone")).toBe("phone");
  expect(fieldOfPath("cart.items")).toBeNull();
});

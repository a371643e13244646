import { expect, it, vi } from "vitest";
import { preloadPage } from "./routes";

const loads = vi.hoisted(() => ({ activity: 0, users: 0 }));

vi.mock("@/staff/reports/activity/activity-page", () => {
  loads.activity += 1;
  return { ActivityPage: () => null };
});
vi.mock("@/staff/team/users-page", () => {
  loads.users += 1;
  return { UsersPage: () => null };
});

it("loads the page of the address, and no other", async () => {
  preloadPage("/admin/audit");
  await vi.waitFor(() => expect(loads.activity).toBe(1));
  expect(loads.users).toBe(0);
});

it("knows that an address may have no page", () => {
  expect(() => preloadPage("/nowhere")).not.toThrow();
});

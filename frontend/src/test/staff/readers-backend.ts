import type { Reader } from "@/staff/devices/api";
import { aStaffTruck } from "./staff";

export function aReader(overrides: Partial<Reader> = {}): Reader {
  return {
    _id: "7".repeat(24),
    truckId: aStaffTruck()._id,
    label: "Window",
    deviceType: "simulated_wisepos_e",
    status: "online",
    lastSeenAt: new Date().toISOString(),
    createdAt: "2026-11-20T02:30:00Z",
    ...overrides,
  };
}

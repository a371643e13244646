import type { Role, User } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";

export const roleNames = (): Record<Role, string> => ({
  admin: m.staff.team.admin,
  superadmin: m.staff.team.superadmin,
});

/** Which trucks a user works for. */
export function trucksOf({ role, truckName }: User): string {
  if (role === "superadmin") return m.staff.team.allTrucks;
  return truckName ?? m.staff.team.noTruckYet;
}

export function matches(user: User, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  const words = [user.name, user.email, trucksOf(user), roleNames()[user.role]];
  return words.some((word) => word.toLowerCase().includes(wanted));
}

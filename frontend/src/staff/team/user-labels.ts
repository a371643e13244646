import type { Role, User } from "@/domain/api/admin-types";

export const ROLE_NAMES: Record<Role, string> = { admin: "Admin", superadmin: "Superadmin" };

/** Which trucks somebody works for. */
export function trucksOf({ role, truckName }: User): string {
  if (role === "superadmin") return "All trucks";
  return truckName ?? "No truck yet";
}

export function matches(user: User, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  const words = [user.name, user.email, trucksOf(user), ROLE_NAMES[user.role]];
  return words.some((word) => word.toLowerCase().includes(wanted));
}

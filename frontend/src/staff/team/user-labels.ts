import type { Role, User } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { searchFor } from "@/domain/values/search-words";
import { messages as m } from "@/messages";

export const roleNames = (): Record<Role, string> => ({
  admin: m.common.admin,
  superadmin: m.common.superadmin,
});

/** Which trucks a user works for. */
export function trucksOf({ role, truckName }: User): string {
  if (role === "superadmin") return m.common.allStaffTrucks;
  return truckName ?? m.common.noTruckYet;
}

/** Since when an account waits for its password, by the viewer's clock. */
export function describeInvitation({ invitedAt, isOver }: NonNullable<User["invitation"]>): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const date = formatDate(new Date(invitedAt), zone);
  return isOver ? m.team.invitation.expiredOn({ date }) : m.team.invitation.sentOn({ date });
}

export function matches(user: User, search: string): boolean {
  return searchFor(search)(user.name, user.email, trucksOf(user), roleNames()[user.role]);
}

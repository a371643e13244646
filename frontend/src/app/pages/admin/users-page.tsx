import { useQuery } from "@tanstack/react-query";
import { staffTrucksQuery } from "@/api/staff-trucks";
import { Staff } from "@/features/admin-users/staff";
import { replaceUser, useCurrentUser } from "@/features/auth/session";
import { useDocumentTitle } from "@/lib/use-document-title";

export function UsersPage() {
  const viewer = useCurrentUser();
  const { data: trucks = [] } = useQuery(staffTrucksQuery());
  useDocumentTitle("Staff");
  return <Staff viewer={viewer} trucks={trucks} onViewerChanged={replaceUser} />;
}

import { useQuery } from "@tanstack/react-query";
import { sentenceOf } from "@/api/errors";
import { staffTrucksQuery } from "@/api/staff-trucks";
import { Staff } from "@/features/admin-users/staff";
import { replaceUser, useCurrentUser } from "@/features/auth/session";
import { useDocumentTitle } from "@/lib/use-document-title";

export function UsersPage() {
  const viewer = useCurrentUser();
  const { data: trucks = [], error } = useQuery(staffTrucksQuery());
  const problem = error ? `Failed to load trucks: ${sentenceOf(error)}` : null;
  useDocumentTitle("Staff");
  return <Staff viewer={viewer} trucks={{ trucks, problem }} onViewerChanged={replaceUser} />;
}

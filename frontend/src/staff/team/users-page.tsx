import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "@/domain/api/errors";
import { staffTrucksQuery } from "@/domain/trucks/staff-trucks";
import { messages as m } from "@/messages";
import { replaceUser, useCurrentUser } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Staff } from "./staff";

export function UsersPage() {
  const viewer = useCurrentUser();
  const { data: trucks = [], error } = useQuery(staffTrucksQuery());
  const problem = error ? m.shell.trucksFailed({ errorMessage: errorMessage(error) }) : null;
  useDocumentTitle(m.common.staff);
  return <Staff viewer={viewer} trucks={{ trucks, problem }} onViewerChanged={replaceUser} />;
}

import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ButtonLink } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { PageHeader } from "@/ui/layout/page-header";
import { TruckManagement } from "./truck-management";

export function TrucksPage() {
  const { role } = useCurrentUser();
  useDocumentTitle(m.common.trucks);
  // The guard lets no one else through; this is for a user who loses the role while here.
  if (role !== "superadmin") {
    return <Notice role="alert" tone="danger" title={m.trucks.denied} />;
  }
  return (
    <>
      <PageHeader
        title={m.common.trucks}
        description={m.trucks.lead}
        actions={
          <ButtonLink to="/admin/trucks/new" variant="primary">
            {m.trucks.add}
          </ButtonLink>
        }
      />
      <TruckManagement />
    </>
  );
}

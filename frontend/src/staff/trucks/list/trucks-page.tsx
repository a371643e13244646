import { useCurrentUser } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ButtonLink } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { PageHeader } from "@/ui/layout/page-header";
import { TruckManagement } from "./truck-management";

export function TrucksPage() {
  const { role } = useCurrentUser();
  useDocumentTitle("Trucks");
  // The guard lets no one else through; this is for whoever loses the role while here.
  if (role !== "superadmin") {
    return (
      <Notice
        role="alert"
        tone="danger"
        title="Access Denied: This page is only accessible to super administrators."
      />
    );
  }
  return (
    <>
      <PageHeader
        title="Trucks"
        description="Who sells on this street, and how they are paid."
        actions={
          <ButtonLink to="/admin/trucks/new" variant="primary">
            Add Truck
          </ButtonLink>
        }
      />
      <TruckManagement />
    </>
  );
}

import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { TruckManagement } from "@/features/admin-trucks/truck-management";
import { useCurrentUser } from "@/features/auth/session";
import { useDocumentTitle } from "@/lib/use-document-title";

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

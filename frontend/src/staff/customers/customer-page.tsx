import { useParams } from "react-router";
import { ScopedContent } from "@/app/admin/scoped-content";
import { useTruckScope } from "@/app/admin/truck-scope";
import { PageHeader } from "@/components/ui/page-header";
import { CustomerProfile } from "@/features/admin-customers/customer-profile";
import { CustomersSkeleton } from "@/features/admin-customers/customers-skeleton";
import { useCurrentUser } from "@/features/auth/session";
import { DEFAULT_TIMEZONE } from "@/lib/time";
import { useDocumentTitle } from "@/lib/use-document-title";

export function CustomerPage() {
  const { id = "" } = useParams();
  const scope = useTruckScope({ allowsAll: true });
  const { role } = useCurrentUser();
  return (
    <ScopedContent
      scope={scope}
      what="customers"
      header={<CustomerHeader />}
      skeleton={<CustomersSkeleton label="Loading customer..." />}
    >
      <CustomerProfile
        key={id}
        customerId={id}
        truckId={scope.truckId}
        timezone={scope.truck?.timezone ?? DEFAULT_TIMEZONE}
        answersForData={role === "superadmin"}
      />
    </ScopedContent>
  );
}

/** Until it is known who this is. */
function CustomerHeader() {
  useDocumentTitle("Customer");
  return <PageHeader title="Customer" />;
}

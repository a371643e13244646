import { useParams } from "react-router";
import { DEFAULT_TIMEZONE } from "@/domain/values/time";
import { useCurrentUser } from "@/staff/session/session";
import { ScopedContent } from "@/staff/shell/scoped-content";
import { useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { CustomerProfile } from "./customer-profile";
import { CustomersSkeleton } from "./customers-skeleton";

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

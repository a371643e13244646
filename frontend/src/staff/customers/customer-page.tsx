import { useParams } from "react-router";
import { DEFAULT_TIMEZONE } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { isScopeKnown, TruckContent } from "@/staff/shell/truck-content";
import { useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { CustomerProfile } from "./customer-profile";
import { CustomersSkeleton } from "./customers-skeleton";

export function CustomerPage() {
  const { id = "" } = useParams();
  const scope = useTruckScope({ allowsAll: true });
  const { role } = useCurrentUser();
  if (isScopeKnown(scope)) {
    return (
      <CustomerProfile
        key={id}
        customerId={id}
        truckId={scope.truckId}
        timezone={scope.truck?.timezone ?? DEFAULT_TIMEZONE}
        answersForData={role === "superadmin"}
      />
    );
  }
  return (
    <>
      <CustomerHeader />
      <TruckContent
        scope={scope}
        skeleton={<CustomersSkeleton label={m.customers.profile.loading} />}
      >
        {null}
      </TruckContent>
    </>
  );
}

/** Until it is known who this is. */
function CustomerHeader() {
  useDocumentTitle(m.common.customer);
  return <PageHeader title={m.common.customer} />;
}

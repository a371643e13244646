import { DEFAULT_TIMEZONE } from "@/domain/values/time";
import { ScopedContent } from "@/staff/shell/scoped-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { CustomerList } from "./customer-list";
import { CustomersSkeleton } from "./customers-skeleton";

export function CustomersPage() {
  const scope = useTruckScope({ allowsAll: true });
  useDocumentTitle("Customers");
  return (
    <>
      <PageHeader
        title="Customers"
        description="Everyone who ordered, one line per phone number."
        actions={<TruckSelect scope={scope} />}
      />
      <ScopedContent
        scope={scope}
        what="customers"
        skeleton={<CustomersSkeleton label="Loading customers..." />}
      >
        <CustomerList
          key={scope.truckId}
          truckId={scope.truckId}
          timezone={scope.truck?.timezone ?? DEFAULT_TIMEZONE}
        />
      </ScopedContent>
    </>
  );
}

import { ScopedContent } from "@/app/admin/scoped-content";
import { TruckSelect, useTruckScope } from "@/app/admin/truck-scope";
import { PageHeader } from "@/components/ui/page-header";
import { CustomerList } from "@/features/admin-customers/customer-list";
import { CustomersSkeleton } from "@/features/admin-customers/customers-skeleton";
import { DEFAULT_TIMEZONE } from "@/lib/time";
import { useDocumentTitle } from "@/lib/use-document-title";

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

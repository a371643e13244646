import { DEFAULT_TIMEZONE } from "@/domain/values/time";
import { messages as m } from "@/messages";
import { ScopedContent } from "@/staff/shell/scoped-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { CustomerList } from "./customer-list";
import { CustomersSkeleton } from "./customers-skeleton";

export function CustomersPage() {
  const scope = useTruckScope({ allowsAll: true });
  useDocumentTitle(m.staff.customers.customers);
  return (
    <>
      <PageHeader
        title={m.staff.customers.customers}
        description={m.staff.customers.everyoneWhoOrderedOneLine}
        actions={<TruckSelect scope={scope} />}
      />
      <ScopedContent
        scope={scope}
        what="customers"
        skeleton={<CustomersSkeleton label={m.staff.customers.loadingCustomers} />}
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

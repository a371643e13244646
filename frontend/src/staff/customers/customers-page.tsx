import { messages as m } from "@/messages";
import { ScopedPage } from "@/staff/shell/scoped-page";
import { CustomerList } from "./customer-list";
import { CustomersSkeleton } from "./customers-skeleton";

export function CustomersPage() {
  return (
    <ScopedPage
      title={m.common.customers}
      description={m.customers.lead}
      skeleton={<CustomersSkeleton label={m.customers.loading} />}
    >
      {(truckId, timezone) => <CustomerList key={truckId} truckId={truckId} timezone={timezone} />}
    </ScopedPage>
  );
}

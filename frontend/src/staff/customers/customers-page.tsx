import { messages as m } from "@/messages";
import { ScopedPage } from "@/staff/shell/scoped-page";
import { CustomerList } from "./customer-list";
import { CustomersSkeleton } from "./customers-skeleton";

export function CustomersPage() {
  return (
    <ScopedPage
      title={m.staff.customers.customers}
      description={m.staff.customers.everyoneWhoOrderedOneLine}
      skeleton={<CustomersSkeleton label={m.staff.customers.loadingCustomers} />}
    >
      {(truckId, timezone) => <CustomerList key={truckId} truckId={truckId} timezone={timezone} />}
    </ScopedPage>
  );
}

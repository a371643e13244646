import { messages as m } from "@/messages";
import { ScopedPage } from "@/staff/shell/scoped-page";
import { LedgerReport, LedgerSkeleton } from "./ledger-report";

export function LedgerPage() {
  return (
    <ScopedPage
      title={m.staff.money.ledger}
      description={m.staff.money.whereMoneyOfCardPayments}
      skeleton={<LedgerSkeleton />}
    >
      {(truckId, timezone) => <LedgerReport key={truckId} truckId={truckId} timezone={timezone} />}
    </ScopedPage>
  );
}

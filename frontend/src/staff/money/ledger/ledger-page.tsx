import { messages as m } from "@/messages";
import { ScopedPage } from "@/staff/shell/scoped-page";
import { LedgerReport, LedgerSkeleton } from "./ledger-report";

export function LedgerPage() {
  return (
    <ScopedPage title={m.common.ledger} description={m.ledger.lead} skeleton={<LedgerSkeleton />}>
      {(truckId, timezone) => <LedgerReport key={truckId} truckId={truckId} timezone={timezone} />}
    </ScopedPage>
  );
}

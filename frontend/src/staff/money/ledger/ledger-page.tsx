import { DEFAULT_TIMEZONE } from "@/domain/values/time";
import { messages as m } from "@/messages";
import { ScopedContent } from "@/staff/shell/scoped-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { LedgerReport, LedgerSkeleton } from "./ledger-report";

export function LedgerPage() {
  const scope = useTruckScope({ allowsAll: true });
  useDocumentTitle(m.staff.money.ledger);
  return (
    <>
      <PageHeader
        title={m.staff.money.ledger}
        description={m.staff.money.whereMoneyOfCardPayments}
        actions={<TruckSelect scope={scope} />}
      />
      <ScopedContent scope={scope} what="ledger" skeleton={<LedgerSkeleton />}>
        <LedgerReport
          key={scope.truckId}
          truckId={scope.truckId}
          timezone={scope.truck?.timezone ?? DEFAULT_TIMEZONE}
        />
      </ScopedContent>
    </>
  );
}

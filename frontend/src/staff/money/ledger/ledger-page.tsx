import { ScopedContent } from "@/app/admin/scoped-content";
import { TruckSelect, useTruckScope } from "@/app/admin/truck-scope";
import { PageHeader } from "@/components/ui/page-header";
import { LedgerReport, LedgerSkeleton } from "@/features/admin-ledger/ledger-report";
import { DEFAULT_TIMEZONE } from "@/lib/time";
import { useDocumentTitle } from "@/lib/use-document-title";

export function LedgerPage() {
  const scope = useTruckScope({ allowsAll: true });
  useDocumentTitle("Ledger");
  return (
    <>
      <PageHeader
        title="Ledger"
        description="Where the money of card payments went. An order belongs to the day it was made."
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

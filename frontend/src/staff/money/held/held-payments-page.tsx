import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { HeldPaymentList } from "./held-payments";

export function HeldPaymentsPage() {
  useDocumentTitle("Held payments");
  return (
    <>
      <PageHeader
        title="Held payments"
        description="Card payments that fit no order. The money waits here until you decide."
      />
      <HeldPaymentList />
    </>
  );
}

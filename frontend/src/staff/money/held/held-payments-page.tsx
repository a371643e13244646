import { PageHeader } from "@/components/ui/page-header";
import { HeldPaymentList } from "@/features/admin-held-payments/held-payments";
import { useDocumentTitle } from "@/lib/use-document-title";

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

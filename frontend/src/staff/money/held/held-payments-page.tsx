import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { HeldPaymentList } from "./held-payments";

export function HeldPaymentsPage() {
  useDocumentTitle(m.staff.money.heldPayments);
  return (
    <>
      <PageHeader
        title={m.staff.money.heldPayments}
        description={m.staff.money.cardPaymentsThatFitNo}
      />
      <HeldPaymentList />
    </>
  );
}

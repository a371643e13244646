import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/headings";
import { HeldPaymentList } from "./held-payments";

export function HeldPaymentsPage() {
  useDocumentTitle(m.common.heldPayments);
  return (
    <>
      <PageHeader title={m.common.heldPayments} description={m.heldPayments.lead} />
      <HeldPaymentList />
    </>
  );
}

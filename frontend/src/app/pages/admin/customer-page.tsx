import { PageHeader } from "@/components/ui/page-header";
import { useDocumentTitle } from "@/lib/use-document-title";

export function CustomerPage() {
  useDocumentTitle("Customer");
  return <PageHeader title="Customer" />;
}

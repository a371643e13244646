import { PageHeader } from "@/components/ui/page-header";
import { useDocumentTitle } from "@/lib/use-document-title";

export function MenuPage() {
  useDocumentTitle("Menu");
  return <PageHeader title="Menu" />;
}

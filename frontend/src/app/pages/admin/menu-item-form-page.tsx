import { PageHeader } from "@/components/ui/page-header";
import { useDocumentTitle } from "@/lib/use-document-title";

export function MenuItemFormPage() {
  useDocumentTitle("Menu item");
  return <PageHeader title="Menu item" />;
}

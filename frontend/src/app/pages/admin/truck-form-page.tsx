import { PageHeader } from "@/components/ui/page-header";
import { useDocumentTitle } from "@/lib/use-document-title";

export function TruckFormPage() {
  useDocumentTitle("Truck");
  return <PageHeader title="Truck" />;
}

import { PageHeader } from "@/components/ui/page-header";
import { useDocumentTitle } from "@/lib/use-document-title";

export function AnalyticsPage() {
  useDocumentTitle("Analytics");
  return <PageHeader title="Analytics" />;
}

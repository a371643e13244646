import { PageHeader } from "@/components/ui/page-header";
import { useDocumentTitle } from "@/lib/use-document-title";

export function UsersPage() {
  useDocumentTitle("Staff");
  return <PageHeader title="Staff" />;
}

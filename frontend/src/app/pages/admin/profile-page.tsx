import { PageHeader } from "@/components/ui/page-header";
import { useDocumentTitle } from "@/lib/use-document-title";

export function ProfilePage() {
  useDocumentTitle("Your profile");
  return <PageHeader title="Your profile" />;
}

import { PageHeader } from "@/components/ui/page-header";
import { useDocumentTitle } from "@/lib/use-document-title";

export function LoginPage() {
  useDocumentTitle("Sign in");
  return <PageHeader title="Sign in" />;
}

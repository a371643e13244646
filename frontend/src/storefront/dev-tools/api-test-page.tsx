import { TruckLookup } from "@/features/dev-tools/truck-lookup";
import { useDocumentTitle } from "@/lib/use-document-title";

export function ApiTestPage() {
  useDocumentTitle("API Test");
  return <TruckLookup />;
}

import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { TruckLookup } from "./truck-lookup";

export function ApiTestPage() {
  useDocumentTitle("API Test");
  return <TruckLookup />;
}

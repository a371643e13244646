import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { MenuLookup } from "./menu-lookup";

export function MenuTestPage() {
  useDocumentTitle("Menu Test");
  return <MenuLookup />;
}

import { MenuLookup } from "@/features/dev-tools/menu-lookup";
import { useDocumentTitle } from "@/lib/use-document-title";

export function MenuTestPage() {
  useDocumentTitle("Menu Test");
  return <MenuLookup />;
}

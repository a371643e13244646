import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { MenuLookup } from "./menu-lookup";
import { TruckLookup } from "./truck-lookup";

/** The developers' pages, which look up a truck or a menu: one download, because hardly a customer opens either. */
export function DevTools({ tool }: { tool: "api" | "menu" }) {
  useDocumentTitle(tool === "api" ? "API Test" : "Menu Test");
  return tool === "api" ? <TruckLookup /> : <MenuLookup />;
}

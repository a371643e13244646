import { useEffect } from "react";
import { openDocument } from "@/ui/browser/document";

/** Leaves for the home page: an unknown address, and every page of the storefront, is outside this router. */
export function ToStorefront() {
  useEffect(() => openDocument("/"), []);
  return null;
}

import { useDocumentTitle } from "@/lib/use-document-title";

export function HomePage() {
  useDocumentTitle("");
  return <h1>Order from Your Favorite Food Trucks</h1>;
}

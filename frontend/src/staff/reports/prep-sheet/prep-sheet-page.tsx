import { useParams } from "react-router";
import { PrepSheetScreen } from "./prep-sheet-screen";

export function PrepSheetPage() {
  const { id = "" } = useParams();
  return <PrepSheetScreen key={id} stopId={id} />;
}

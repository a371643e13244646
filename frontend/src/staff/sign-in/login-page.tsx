import { useLocation } from "react-router";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { SignInLayout } from "./sign-in-layout";
import { SignInScreen } from "./sign-in-screen";

export function LoginPage() {
  const { state } = useLocation();
  useDocumentTitle(m.signIn.title);
  return (
    <SignInLayout>
      <SignInScreen returns={Boolean(state?.from)} />
    </SignInLayout>
  );
}

import { useCurrentUser } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { Profile } from "./profile";

export function ProfilePage() {
  const user = useCurrentUser();
  useDocumentTitle("Your profile");
  return (
    <>
      <PageHeader title="Your profile" description="How you appear here, and how you sign in." />
      <Profile user={user} />
    </>
  );
}

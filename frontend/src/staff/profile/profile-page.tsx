import { PageHeader } from "@/components/ui/page-header";
import { Profile } from "@/features/auth/profile";
import { useCurrentUser } from "@/features/auth/session";
import { useDocumentTitle } from "@/lib/use-document-title";

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

import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/page-header";
import { Profile } from "./profile";

export function ProfilePage() {
  const user = useCurrentUser();
  useDocumentTitle(m.staff.account.yourProfile);
  return (
    <>
      <PageHeader
        title={m.staff.account.yourProfile}
        description={m.staff.account.howYouAppearHereAnd}
      />
      <Profile user={user} />
    </>
  );
}

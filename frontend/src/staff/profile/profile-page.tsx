import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { PageHeader } from "@/ui/layout/headings";
import { Profile } from "./profile";

export function ProfilePage() {
  const user = useCurrentUser();
  useDocumentTitle(m.profile.title);
  return (
    <>
      <PageHeader title={m.profile.title} description={m.profile.lead} />
      <Profile user={user} />
    </>
  );
}

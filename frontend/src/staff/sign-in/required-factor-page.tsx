import { messages as m } from "@/messages";
import { AddPasskey } from "@/staff/security/add-factor-and-recovery-codes";
import { AddApp } from "@/staff/security/second-factors-section";
import { signOut, useCurrentUser } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button } from "@/ui/controls/button";
import { Stack, Text } from "@/ui/layout";
import ticket from "./sign-in.module.css";
import { SignInLayout } from "./sign-in-layout-and-form";

/** In place of every screen, until a user who needs a second factor has one. */
export function RequiredFactorPage() {
  const { email } = useCurrentUser();
  useDocumentTitle(m.security.required.title);
  return (
    <SignInLayout>
      <div className={ticket.ticket}>
        <Text as="h1" size="4xl" weight={800}>
          {m.security.required.title}
        </Text>
        <p className={ticket.lead}>{m.security.required.lead}</p>
        <Stack gap={4}>
          <AddApp isFirst email={email} />
          <AddPasskey email={email} />
          <Button variant="quiet" onClick={signOut}>
            {m.common.signOut}
          </Button>
        </Stack>
      </div>
    </SignInLayout>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SecurityState, User } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import { refreshUser } from "@/staff/session/session";
import { Button } from "@/ui/controls/button";
import { useFocusWhenFewer } from "@/ui/controls/use-focus-back";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeleton";
import { showToast } from "@/ui/feedback/toast";
import { Stack, Text } from "@/ui/layout";
import { AddPasskey } from "./add-passkey";
import { AppDialog, type NewApp } from "./app-dialog";
import { FactorList } from "./factor-list";
import { RecoveryCodes } from "./recovery-codes";
import styles from "./security.module.css";
import { securityQuery, useStartApp } from "./security-api";

/** How one's own account is protected, and what can be added to it. */
export function SecuritySection({ user }: { user: User }) {
  const query = useQuery(securityQuery());
  const heading = useFocusWhenFewer<HTMLHeadingElement>(query.data?.factors.length ?? 0);
  useEffect(() => {
    // The page comes after its address: a link to this section would end at its top.
    if (window.location.hash === "#security") heading.current?.scrollIntoView();
  }, [heading]);
  return (
    <Stack as="section" gap={4} aria-labelledby="own-security" id="security">
      <Text as="h2" size="xl" id="own-security" ref={heading} tabIndex={-1}>
        {m.security.title}
      </Text>
      <Loaded
        query={query}
        skeleton={<Skeleton height="6rem" />}
        failed={m.proof.factorsFailed}
        headingLevel="h3"
      >
        {(found) => <Protection security={found} user={user} />}
      </Loaded>
    </Stack>
  );
}

function Protection({ security, user }: { security: SecurityState; user: User }) {
  const hasFactor = security.factors.length > 0;
  return (
    <>
      <Text soft>{hasFactor ? m.security.withFactor : m.security.passwordOnly}</Text>
      {hasFactor ? <FactorList security={security} /> : null}
      <AddApp isFirst={!hasFactor} email={user.email} />
      <AddPasskey email={user.email} />
      {hasFactor ? <RecoveryCodes left={security.recoveryCodesLeft} email={user.email} /> : null}
    </>
  );
}

/** Sets up an app in a dialog; the user's other screens know of it once the dialog is closed. */
export function AddApp({ isFirst, email }: { isFirst: boolean; email: string }) {
  const [app, setApp] = useState<NewApp | null>(null);
  const { mutateAsync, isPending } = useStartApp();

  function start() {
    whenDone(mutateAsync(), {
      onSuccess: setApp,
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  function finish(added: "first" | "another" | null) {
    setApp(null);
    if (!added) return;
    const message = added === "first" ? m.security.turnedOn : m.security.app.added;
    showToast({ type: "success", message });
    refreshUser().catch(() => undefined); // the next visit reads it again
  }

  return (
    <>
      <Button
        variant={isFirst ? "primary" : "secondary"}
        className={styles.start}
        busy={isPending}
        onClick={start}
      >
        {isFirst ? m.security.app.title : m.security.app.another}
      </Button>
      <AppDialog app={app} email={email} onClose={finish} />
    </>
  );
}

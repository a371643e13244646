import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnSession } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import list from "@/staff/profile/profile.module.css";
import { Button } from "@/ui/controls/button";
import { useFocusWhenFewer } from "@/ui/controls/use-focus-back";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { showToast } from "@/ui/feedback/toast";
import { Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/dialog";
import { SessionItem } from "./session-item";
import { ownSessionsQuery, useEndSession } from "./sessions-api";

const SHOWN_AT_FIRST = 8;

/** Where the user is signed in. Each session can be ended, and all others at once. */
export function SessionsSection() {
  const query = useQuery(ownSessionsQuery());
  const heading = useFocusWhenFewer<HTMLHeadingElement>(query.data?.length ?? 0);
  return (
    <Stack as="section" gap={4} aria-labelledby="own-sessions">
      <Text as="h2" size="xl" id="own-sessions" ref={heading} tabIndex={-1}>
        {m.sessions.title}
      </Text>
      <Loaded
        query={query}
        skeleton={
          <Skeletons
            label={m.common.loading}
            heights={["4rem", "4rem"]}
            className={list.sessions}
          />
        }
        failed={m.sessions.failed}
        headingLevel="h3"
      >
        {(sessions) => <Sessions sessions={sessions} />}
      </Loaded>
    </Stack>
  );
}

function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const shown = showsAll ? sessions : sessions.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul className={list.sessions}>
        {shown.map((session) => (
          <SessionItem key={session._id} session={session} />
        ))}
      </ul>
      {shown.length < sessions.length ? (
        <Button variant="quiet" className={list.start} onClick={() => setShowsAll(true)}>
          {m.sessions.showAll({ count: sessions.length })}
        </Button>
      ) : null}
      {others.length > 0 ? (
        <EndOthers count={others.length} />
      ) : (
        <Text soft size="s" breaks>
          {m.sessions.nowhereElse}
        </Text>
      )}
    </>
  );
}

function EndOthers({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useEndSession();

  function endThem() {
    whenDone(mutateAsync(null), {
      onSuccess: ({ ended }) => {
        showToast({ type: "success", message: m.sessions.endedOthers({ count: ended }) });
      },
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
      onSettled: () => setAsking(false),
    });
  }

  return (
    <>
      <Button variant="danger" className={list.start} onClick={() => setAsking(true)}>
        {m.sessions.endOthers}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.sessions.endOthersQuestion({ count })}
        confirmLabel={m.common.signOut}
        destructive
        pending={isPending}
        onConfirm={endThem}
      >
        {m.sessions.endOthersHint}
      </ConfirmDialog>
    </>
  );
}

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import type { OwnSession } from "@/domain/api/staff-types";
import { ownSessionsKey } from "@/domain/query-keys";
import { formatAge } from "@/domain/time/ages";
import { presentTime } from "@/domain/time/server-clock";
import { formatInstant } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import { describeDevice } from "@/staff/security/add-factor-and-recovery-codes";
import { Badge } from "@/ui/content/badge";
import { Button } from "@/ui/controls/button";
import { useFocusWhenFewer } from "@/ui/controls/keep-focus";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import styles from "./profile.module.css";

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
        skeleton={<Skeletons label={m.common.loading} heights={["4rem", "4rem"]} gap={4} />}
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
      <Stack as="ul" gap={4} columns="fill">
        {shown.map((session) => (
          <SessionItem key={session._id} session={session} />
        ))}
      </Stack>
      {shown.length < sessions.length ? (
        <Button variant="quiet" className={styles.start} onClick={() => setShowsAll(true)}>
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
      <Button variant="danger" className={styles.start} onClick={() => setAsking(true)}>
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

/** One session: its device, since when and how lately it is used, from which network, and a way to end it. */
function SessionItem({ session }: { session: OwnSession }) {
  const { mutateAsync, isPending } = useEndSession();
  const device = describeDevice(session.userAgent);

  function end() {
    whenDone(mutateAsync(session._id), {
      onSuccess: () => showToast({ type: "success", message: m.sessions.ended({ device }) }),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  return (
    <Row as="li" gap={4} rowGap={2} align="center" justify="between" className={styles.session}>
      <div className={styles.facts}>
        <Text weight={700} breaks>
          {device} {session.isCurrent ? <Badge tone="good">{m.sessions.thisDevice}</Badge> : null}
        </Text>
        <Facts session={session} />
      </div>
      {session.isCurrent ? null : (
        <Button busy={isPending} onClick={end}>
          {m.common.signOut} <span className="visually-hidden">{device}</span>
        </Button>
      )}
    </Row>
  );
}

function Facts({ session }: { session: OwnSession }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const at = formatInstant(new Date(session.signedInAt), timeZone);
  const age = formatAge(new Date(session.lastUsedAt), presentTime());
  return (
    <>
      <Text soft size="s" breaks>
        {m.sessions.signedIn({ at })}
      </Text>
      {session.isCurrent ? null : (
        <Text soft size="s" breaks>
          {m.sessions.lastUsed({ age })}
        </Text>
      )}
      {session.network ? (
        <Text soft size="s" breaks>
          {m.sessions.network({ network: session.network })}
        </Text>
      ) : null}
    </>
  );
}

export function ownSessionsQuery() {
  return queryOptions({
    queryKey: ownSessionsKey(),
    queryFn: async ({ signal }) =>
      (await answer(api.GET("/api/auth/sessions", { signal }))).sessions,
    refetchOnMount: "always",
  });
}

/** Ends one of the user's sessions, or with null all but this one. */
function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      answer(
        id === null
          ? api.DELETE("/api/auth/sessions")
          : api.DELETE("/api/auth/sessions/{session_id}", { params: { path: { session_id: id } } }),
      ),
    // Also after a failure: the session may have ended meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownSessionsKey() }),
  });
}

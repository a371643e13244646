import type { OwnSession } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { formatAge, formatInstant } from "@/domain/time/dates";
import { presentTime } from "@/domain/time/server-clock";
import { messages as m } from "@/messages";
import styles from "@/staff/profile/profile.module.css";
import { describeDevice } from "@/staff/security/describe-device";
import { Badge } from "@/ui/content/badge";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Row, Text } from "@/ui/layout";
import { useEndSession } from "./sessions-api";

/** One session: its device, since when and how lately it is used, from which network, and a way to end it. */
export function SessionItem({ session }: { session: OwnSession }) {
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

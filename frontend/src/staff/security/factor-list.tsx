import { useState } from "react";
import type { SecondFactor, SecurityState } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { formatDate } from "@/domain/time/dates";
import { parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { refreshUser } from "@/staff/session/session";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/dialog";
import { RenameFactor } from "./rename-factor";
import styles from "./security.module.css";
import { useRemoveFactor } from "./security-api";

/** One's own second factors, each with a way to remove it. The last one stays where one is required. */
export function FactorList({ security: { factors, isRequired } }: { security: SecurityState }) {
  const isLast = factors.length === 1;
  return (
    <Stack as="ul" gap={3} aria-label={m.security.factors.title}>
      {factors.map((factor) => (
        <li key={factor._id} className={styles.factor}>
          <div>
            <Text weight={700}>{factor.name}</Text>
            <Text soft size="s">
              {factsOf(factor)}
            </Text>
          </div>
          <Row gap={3}>
            <RenameFactor factor={factor} />
            {isLast && isRequired ? null : <RemoveButton factor={factor} isLast={isLast} />}
          </Row>
        </li>
      ))}
    </Stack>
  );
}

function RemoveButton({ factor, isLast }: { factor: SecondFactor; isLast: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useRemoveFactor();
  const { name } = factor;

  function remove() {
    setAsking(false); // before a proof may be asked for, in a dialog of its own
    whenDone(mutateAsync(factor._id), {
      onSuccess: () => {
        showToast({ type: "success", message: m.security.factors.removed });
        refreshUser().catch(() => undefined); // the next visit reads it again
      },
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  return (
    <>
      <Button aria-label={m.common.removeNamed({ name })} onClick={() => setAsking(true)}>
        {m.common.remove}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.security.factors.removeQuestion({ name })}
        confirmLabel={m.common.remove}
        destructive
        onConfirm={remove}
      >
        {isLast ? m.security.factors.removeLastHint : m.security.factors.removeHint}
      </ConfirmDialog>
    </>
  );
}

function factsOf({ createdAt, usedAt }: SecondFactor): string {
  const used = usedAt
    ? m.security.factors.lastUsed({ day: dayOf(usedAt) })
    : m.security.factors.unused;
  return `${m.security.factors.added({ day: dayOf(createdAt) })}, ${used}`;
}

function dayOf(instant: string): string {
  const at = parseInstant(instant);
  return at ? formatDate(at, Intl.DateTimeFormat().resolvedOptions().timeZone) : "";
}

import { type ReactNode, useEffect, useId, useRef } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Box, Row, Stack, Text } from "@/ui/layout";
import styles from "./forms.module.css";

export interface ConflictChange {
  label: string;
  before: ReactNode;
  theirs: ReactNode;
  /** Set when both changed it: what is about to be kept. */
  mine?: ReactNode;
}

interface ConflictNoticeProps {
  /** Says what a colleague has changed: "Someone else changed this truck while you were editing". */
  title: string;
  changes: readonly ConflictChange[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Tells the second of two people who save the same thing what the first one did, and lets them decide. */
export function ConflictNotice({ title, changes, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  const notice = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    notice.current?.focus();
    notice.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <Stack
      as="section"
      gap={4}
      padding={4}
      paddingBlock={5}
      marginBottom={6}
      surface="warning"
      radius="card"
      ref={notice}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={styles.notice}
    >
      <Text as="h2" tone="warning" size="l" id={titleId}>
        {title}
      </Text>
      <p>{m.record.conflict.lead}</p>
      {changes.length > 0 ? (
        <Stack as="ul" gap={3}>
          {changes.map((change) => (
            <Change key={change.label} change={change} />
          ))}
        </Stack>
      ) : (
        <p>{m.record.conflict.sameValues}</p>
      )}
      <Row gap={3}>
        <Button variant="primary" onClick={onKeepMine}>
          {m.record.conflict.keepMine}
        </Button>
        <Button onClick={onTakeTheirs}>{m.record.conflict.takeTheirs}</Button>
      </Row>
      <p className={styles.explanation}>{m.record.conflict.hint}</p>
    </Stack>
  );
}

function Change({ change }: { change: ConflictChange }) {
  const { label, before, theirs, mine } = change;
  return (
    <Stack as="li" gap={1} className={styles.change}>
      <strong>{label}</strong>
      <Row as="dl" gap={5} rowGap={1}>
        <Value term={m.record.conflict.before} value={before} />
        <Value term={m.record.conflict.theirs} value={theirs} />
        {mine === undefined ? null : <Value term={m.record.conflict.yours} value={mine} />}
      </Row>
    </Stack>
  );
}

function Value({ term, value }: { term: string; value: ReactNode }) {
  return (
    <Box shrinks breaks className={styles.value}>
      <Text as="dt" soft size="xs" weight={650}>
        {term}
      </Text>
      <dd>{value}</dd>
    </Box>
  );
}

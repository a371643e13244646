import { type ReactNode, useEffect, useId, useRef } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import styles from "./conflict-notice.module.css";

export interface ConflictChange {
  label: string;
  before: ReactNode;
  theirs: ReactNode;
  /** Set when both changed it: what is about to be kept. */
  mine?: ReactNode;
}

interface ConflictNoticeProps {
  /** "this menu item", "this truck". */
  what: string;
  changes: readonly ConflictChange[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Tells the second of two people who save the same thing what the first one did, and lets them decide. */
export function ConflictNotice({ what, changes, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  const notice = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    notice.current?.focus();
    notice.current?.scrollIntoView?.({ block: "start" });
  }, []);
  return (
    <section ref={notice} tabIndex={-1} aria-labelledby={titleId} className={styles.notice}>
      <h2 id={titleId} className={styles.title}>
        {m.record.conflict.title({ what })}
      </h2>
      <p>{m.record.conflict.lead}</p>
      {changes.length > 0 ? (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <Change key={change.label} change={change} />
          ))}
        </ul>
      ) : (
        <p>{m.record.conflict.sameValues}</p>
      )}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onKeepMine}>
          {m.record.conflict.keepMine}
        </Button>
        <Button onClick={onTakeTheirs}>{m.record.conflict.takeTheirs}</Button>
      </div>
      <p className={styles.explanation}>{m.record.conflict.hint}</p>
    </section>
  );
}

function Change({ change }: { change: ConflictChange }) {
  const { label, before, theirs, mine } = change;
  return (
    <li className={styles.change}>
      <strong>{label}</strong>
      <dl className={styles.values}>
        <Value term={m.record.conflict.before} value={before} />
        <Value term={m.record.conflict.theirs} value={theirs} />
        {mine === undefined ? null : <Value term={m.record.conflict.yours} value={mine} />}
      </dl>
    </li>
  );
}

function Value({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className={styles.value}>
      <dt className={styles.term}>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}

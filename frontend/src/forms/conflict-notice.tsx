import { type ReactNode, useEffect, useId, useRef } from "react";
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
        Someone else changed {what} while you were editing
      </h2>
      <p>Nothing of yours has been saved yet, and nothing of theirs has been overwritten.</p>
      {changes.length > 0 ? (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <Change key={change.label} change={change} />
          ))}
        </ul>
      ) : (
        <p>They saved it without changing any of these fields.</p>
      )}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onKeepMine}>
          Keep editing mine
        </Button>
        <Button onClick={onTakeTheirs}>Take theirs</Button>
      </div>
      <p className={styles.explanation}>
        Keep editing puts your changes on top of theirs; you still decide when to store them. Take
        theirs drops your changes.
      </p>
    </section>
  );
}

function Change({ change }: { change: ConflictChange }) {
  const { label, before, theirs, mine } = change;
  return (
    <li className={styles.change}>
      <strong>{label}</strong>
      <dl className={styles.values}>
        <Value term="Before" value={before} />
        <Value term="Theirs" value={theirs} />
        {mine === undefined ? null : <Value term="Yours" value={mine} />}
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

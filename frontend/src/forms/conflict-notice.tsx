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
        {m.forms.record.someoneElseChangedWhileYou({ what })}
      </h2>
      <p>{m.forms.record.nothingOfYoursHasBeen}</p>
      {changes.length > 0 ? (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <Change key={change.label} change={change} />
          ))}
        </ul>
      ) : (
        <p>{m.forms.record.theySavedItWithoutChanging}</p>
      )}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onKeepMine}>
          {m.forms.record.keepEditingMine}
        </Button>
        <Button onClick={onTakeTheirs}>{m.forms.record.takeTheirs}</Button>
      </div>
      <p className={styles.explanation}>{m.forms.record.keepEditingPutsYourChanges}</p>
    </section>
  );
}

function Change({ change }: { change: ConflictChange }) {
  const { label, before, theirs, mine } = change;
  return (
    <li className={styles.change}>
      <strong>{label}</strong>
      <dl className={styles.values}>
        <Value term={m.forms.record.before} value={before} />
        <Value term={m.forms.record.theirs} value={theirs} />
        {mine === undefined ? null : <Value term={m.forms.record.yours} value={mine} />}
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

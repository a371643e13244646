import { type FormEvent, useState } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { TextInput } from "@/ui/inputs/text-input";
import type { Adjustment } from "./adjustments";
import { countProblem } from "./count-values";
import styles from "./counts.module.css";
import type { Count, Subject } from "./subjects";

interface CountAdjusterProps {
  subject: Subject;
  /** Absent while it is unlimited. */
  count?: Count;
  /** How many pieces customers have already. */
  ordered?: number;
  /** Why the last correction was refused. */
  problem: string | undefined;
  onAdjust: (change: Adjustment["change"]) => void;
}

/** How many are left of one thing: one less, one more, or another number. */
export function CountAdjuster({
  subject,
  count,
  ordered = 0,
  problem,
  onAdjust,
}: CountAdjusterProps) {
  const { name } = subject;
  // Null: the number is the server's.
  const [typed, setTyped] = useState<string | null>(null);
  const isReady = typed !== null && typed.trim() !== "" && countProblem(typed) === true;

  function handleSet(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    onAdjust({ remaining: Number(typed) });
    setTyped(null);
  }

  return (
    <li className={styles.entry}>
      <div>
        <p className={styles.entryName}>{name}</p>
        {count ? (
          <p className={styles.soft}>
            {count.remaining === 0 ? m.common.soldOut : m.counts.left(count)}
          </p>
        ) : null}
        {!count && ordered > 0 ? (
          <p className={styles.soft}>{m.counts.ordered({ count: ordered })}</p>
        ) : null}
        {problem ? (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        ) : null}
      </div>
      <form className={styles.stepper} noValidate onSubmit={handleSet}>
        {count ? (
          <Button
            aria-label={m.counts.adjust.less({ name })}
            disabled={count.remaining === 0}
            onClick={() => onAdjust({ by: -1 })}
          >
            −1
          </Button>
        ) : null}
        <TextInput
          className={styles.field}
          inputMode="numeric"
          maxLength={6}
          aria-label={m.counts.adjust.left({ name })}
          placeholder={m.common.noLimit}
          value={typed ?? count?.remaining ?? ""}
          onChange={(event) => setTyped(event.target.value)}
        />
        {count ? (
          <Button aria-label={m.counts.adjust.more({ name })} onClick={() => onAdjust({ by: 1 })}>
            +1
          </Button>
        ) : null}
        {typed === null ? null : (
          <Button type="submit" variant="primary" disabled={!isReady}>
            {m.counts.adjust.set} <span className="visually-hidden">{name}</span>
          </Button>
        )}
      </form>
    </li>
  );
}

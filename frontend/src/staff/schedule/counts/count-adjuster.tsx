import { type FormEvent, useState } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { TextInput } from "@/ui/inputs/text-input";
import { Row, Text } from "@/ui/layout";
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
    <Row as="li" gap={3} rowGap={2} align="center" justify="between" paddingBlock={3} lineBelow>
      <div>
        <Text weight={650} breaks>
          {name}
        </Text>
        {count ? (
          <Text soft size="s">
            {count.remaining === 0 ? m.common.soldOut : m.counts.left(count)}
          </Text>
        ) : null}
        {!count && ordered > 0 ? (
          <Text soft size="s">
            {m.counts.ordered({ count: ordered })}
          </Text>
        ) : null}
        {problem ? (
          <Text tone="danger" weight={650} role="alert" className={styles.problem}>
            {problem}
          </Text>
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
    </Row>
  );
}

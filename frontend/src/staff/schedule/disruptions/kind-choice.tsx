import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import type { Kind } from "./api";
import styles from "./plan.module.css";
import { PlanHeading } from "./plan-heading";
import { KINDS, kindWords } from "./plan-words";

/** The four kinds of a bad day, large enough for a thumb. */
export function KindChoice({ onChoose }: { onChoose: (kind: Kind) => void }) {
  const words = kindWords();
  return (
    <section aria-labelledby="plan-heading" className={styles.plan}>
      <PlanHeading>{m.plan.kinds.question}</PlanHeading>
      <div className={styles.kinds}>
        {KINDS.map((kind) => (
          <Button key={kind} size="large" block onClick={() => onChoose(kind)}>
            <span className={styles.kind}>
              <span>{words[kind].name}</span>
              <span className={styles.hint}>{words[kind].hint}</span>
            </span>
          </Button>
        ))}
      </div>
      <p className={styles.soft}>{m.plan.kinds.hint}</p>
    </section>
  );
}

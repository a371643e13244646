import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import styles from "./plan.module.css";
import { PlanHeading } from "./plan-heading";
import { kindWords, previewSentences } from "./plan-words";
import type { Previewed } from "./use-plan";

interface PlanPreviewProps {
  previewed: Previewed;
  /** The name of the new place, for a move. */
  place: string;
  problem: string;
  busy: boolean;
  onStart: () => void;
  onBack: () => void;
}

/** What would happen, in sentences with numbers, and the words that customers read. */
export function PlanPreview({
  previewed,
  place,
  problem,
  busy,
  onStart,
  onBack,
}: PlanPreviewProps) {
  const { preview, plan, isRenewed } = previewed;
  const sentences = previewSentences(preview, plan, place);
  return (
    <section aria-labelledby="plan-heading" className={styles.plan}>
      <PlanHeading>{m.plan.preview.title}</PlanHeading>
      <div aria-live="polite">
        {isRenewed ? <Notice tone="warning" title={m.plan.preview.changed} /> : null}
        <ul className={styles.sentences}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      <figure className={styles.text}>
        <figcaption>{m.plan.preview.customersRead}</figcaption>
        <blockquote>{preview.sentence}</blockquote>
      </figure>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <div className={styles.actions}>
        <Button variant="primary" size="large" block busy={busy} onClick={onStart}>
          {kindWords()[preview.kind].start}
        </Button>
        <p className={styles.soft}>{m.plan.preview.delayHint}</p>
        <Button block disabled={busy} onClick={onBack}>
          {m.common.back}
        </Button>
      </div>
    </section>
  );
}

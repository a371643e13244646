import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Stack, Text } from "@/ui/layout";
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
    <Stack as="section" gap={4} aria-labelledby="plan-heading">
      <PlanHeading>{m.plan.preview.title}</PlanHeading>
      <div aria-live="polite">
        {isRenewed ? <Notice tone="warning" title={m.plan.preview.changed} /> : null}
        <Stack as="ul" gap={2} size="l" weight={650}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Stack>
      </div>
      <Stack as="figure" gap={2} soft className={styles.text}>
        <figcaption>{m.plan.preview.customersRead}</figcaption>
        <blockquote>{preview.sentence}</blockquote>
      </Stack>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Stack gap={3} surface="card" className={styles.actions}>
        <Button variant="primary" size="large" block busy={busy} onClick={onStart}>
          {kindWords()[preview.kind].start}
        </Button>
        <Text soft size="s" weight={500}>
          {m.plan.preview.delayHint}
        </Text>
        <Button block disabled={busy} onClick={onBack}>
          {m.common.back}
        </Button>
      </Stack>
    </Stack>
  );
}

import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Stack, Text } from "@/ui/layout";
import type { Kind } from "./api";
import styles from "./plan.module.css";
import { PlanHeading } from "./plan-heading";
import { KINDS, kindWords } from "./plan-words";

/** The four kinds of a bad day, large enough for a thumb. */
export function KindChoice({ onChoose }: { onChoose: (kind: Kind) => void }) {
  const words = kindWords();
  return (
    <Stack as="section" gap={4} aria-labelledby="plan-heading">
      <PlanHeading>{m.plan.kinds.question}</PlanHeading>
      <Stack gap={3} className={styles.kinds}>
        {KINDS.map((kind) => (
          <Button key={kind} size="large" block onClick={() => onChoose(kind)}>
            <Stack as="span" gap={1} size="l">
              <span>{words[kind].name}</span>
              <Text as="span" soft size="s" weight={500}>
                {words[kind].hint}
              </Text>
            </Stack>
          </Button>
        ))}
      </Stack>
      <Text soft size="s" weight={500}>
        {m.plan.kinds.hint}
      </Text>
    </Stack>
  );
}

import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { messages as m } from "@/messages";
import { TextInput } from "@/ui/inputs/text-input";
import { Text } from "@/ui/layout";
import { type CountValues, countProblem } from "./count-values";
import styles from "./counts.module.css";
import type { Count, Subject } from "./subjects";

interface CountRowProps {
  form: UseFormReturn<CountValues>;
  subject: Subject;
  /** As the server has it; undefined while it is unlimited. */
  count: Count | undefined;
  /** How many pieces customers have already. */
  ordered: number;
}

/** One line of the sheet: what is counted, how many are left, and the field with how many there are. */
export function CountRow({ form, subject, count, ordered }: CountRowProps) {
  const id = useId();
  const problem = form.formState.errors.counts?.[subject.id]?.message;
  return (
    <div className={styles.row}>
      <Text as="label" weight={650} breaks htmlFor={id} className={styles.name}>
        {subject.name}
      </Text>
      <TextInput
        id={id}
        className={styles.field}
        inputMode="numeric"
        enterKeyHint="next"
        maxLength={6}
        placeholder={m.common.noLimit}
        aria-describedby={`${id}-left`}
        aria-invalid={problem !== undefined}
        {...form.register(`counts.${subject.id}`, { validate: countProblem })}
      />
      <Text wide soft size="s" id={`${id}-left`} className={styles.left}>
        {problem ? (
          <Text as="span" tone="danger" weight={650} role="alert" className={styles.problem}>
            {problem}
          </Text>
        ) : null}
        {count ? m.counts.left(count) : null}
        {!problem && !count && ordered > 0 ? m.counts.ordered({ count: ordered }) : null}
      </Text>
    </div>
  );
}

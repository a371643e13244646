import { type KeyboardEvent, useId, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { formatDay } from "@/domain/time/time-words";
import { useUnsaved } from "@/forms/unsaved-guard-and-form-drawer";
import { messages as m } from "@/messages";
import type { StaffStop } from "@/staff/schedule/api";
import { useSetCounts } from "@/staff/schedule/api";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Box, Row, Stack, Text } from "@/ui/layout";
import {
  type Count,
  type CountValues,
  countedOf,
  countProblem,
  countsById,
  orderedById,
  type StopCounts,
  type Subject,
  type SubjectGroup,
  valuesOf,
  valuesOfLast,
} from "./counted-items-and-form-values";
import styles from "./counts.module.css";
import { CountsLoader } from "./counts-loader";

/** How many there are of each menu item and option at one stop. */
export function CountsSheet({ truckId, stop }: { truckId: string; stop: StaffStop }) {
  return (
    <CountsLoader truckId={truckId} stopId={stop._id}>
      {(counts, groups) => (
        <CountsForm truckId={truckId} stop={stop} counts={counts} groups={groups} />
      )}
    </CountsLoader>
  );
}

interface CountsFormProps {
  truckId: string;
  stop: StaffStop;
  counts: StopCounts;
  groups: SubjectGroup[];
}

function CountsForm({ truckId, stop, counts, groups }: CountsFormProps) {
  // What a colleague corrects meanwhile shows in the fields that were not touched here.
  const form = useForm<CountValues>({
    values: valuesOf(groups, counts.counts),
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, isSubmitting } = form.formState;
  const { problem, handleSubmit } = useSave(form, { truckId, stopId: stop._id, groups });
  const byId = countsById(counts.counts);
  const ordered = orderedById(counts);
  useUnsaved(isDirty);
  const row = (subject: Subject) => (
    <CountRow
      key={subject.id}
      form={form}
      subject={subject}
      count={byId.get(subject.id)}
      ordered={ordered.get(subject.id) ?? 0}
    />
  );
  return (
    <Stack
      as="form"
      gap={4}
      columns="fill"
      aria-label={m.common.counts}
      noValidate
      onSubmit={handleSubmit}
      onKeyDown={goOn}
    >
      <Text soft size="s">
        {m.counts.lead}
      </Text>
      {counts.last ? (
        <CopyLast form={form} groups={groups} last={counts.last} zone={stop.place.timezone} />
      ) : null}
      <Stack gap={0} columns="fill">
        {groups.map(({ item, options }) => (
          <Box key={item.id} paddingBlock={2} lineBelow>
            {row(item)}
            {options.length > 0 ? (
              <details className={styles.options} open={options.some(({ id }) => byId.has(id))}>
                <summary>{m.counts.optionsOf({ item: item.name })}</summary>
                {options.map(row)}
              </details>
            ) : null}
          </Box>
        ))}
      </Stack>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <div className={styles.save}>
        <Button type="submit" variant="primary" block busy={isSubmitting}>
          {isSubmitting ? m.common.savingDots : m.counts.save}
        </Button>
      </div>
    </Stack>
  );
}

interface CopyLastProps {
  form: UseFormReturn<CountValues>;
  groups: SubjectGroup[];
  last: NonNullable<StopCounts["last"]>;
  zone: string;
}

function CopyLast({ form, groups, last, zone }: CopyLastProps) {
  const [copied, setCopied] = useState(0);
  const day = formatDay(new Date(last.startsAt), zone);

  function handleCopy() {
    const values = valuesOfLast(groups, last.counts);
    for (const { id, typed } of values) {
      form.setValue(`counts.${id}`, typed, { shouldDirty: true });
    }
    setCopied(values.length);
  }

  return (
    <Row gap={3} rowGap={2} align="center">
      <Button onClick={handleCopy}>{m.counts.copy.action}</Button>
      <Text soft size="s" role="status">
        {copied > 0 ? m.counts.copy.done({ count: copied }) : m.counts.copy.lastTime({ day })}
      </Text>
    </Row>
  );
}

interface SaveProps {
  truckId: string;
  stopId: string;
  groups: SubjectGroup[];
}

function useSave(form: UseFormReturn<CountValues>, { truckId, stopId, groups }: SaveProps) {
  const [problem, setProblem] = useState("");
  const { mutateAsync } = useSetCounts(truckId, stopId);
  const handleSubmit = form.handleSubmit(async (values) => {
    setProblem("");
    const counted = countedOf(groups, values);
    try {
      const saved = await mutateAsync(counted.map(({ input }) => input));
      form.reset(valuesOf(groups, saved.counts));
      showToast({ type: "success", message: m.counts.saved });
    } catch (error) {
      const atField = counted.map(({ subject }) => subject.id);
      if (!showAtFields(form, error, atField)) {
        setProblem(m.counts.failed({ reason: errorMessage(error) }));
      }
    }
  });
  return { problem, handleSubmit };
}

/** Puts "counts.3.initial" at the field of what was sent fourth; false if the failure names no field. */
function showAtFields(
  form: UseFormReturn<CountValues>,
  error: unknown,
  sent: readonly string[],
): boolean {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const known = fields.flatMap(([path, message]) => {
    const id = sent[Number(/^counts\.(\d+)\./.exec(path)?.[1])];
    return id === undefined ? [] : [{ id, message }];
  });
  known.forEach(({ id, message }, index) => {
    form.setError(`counts.${id}`, { type: "server", message }, { shouldFocus: index === 0 });
  });
  return known.length > 0;
}

/** Enter moves from field to field; in the last one it saves. */
function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  const fields = [...event.currentTarget.querySelectorAll("input")].filter(
    (field) => !field.closest("details:not([open])"),
  );
  const next = fields[fields.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}

interface CountRowProps {
  form: UseFormReturn<CountValues>;
  subject: Subject;
  /** As the server has it; undefined while it is unlimited. */
  count: Count | undefined;
  /** How many pieces customers have already. */
  ordered: number;
}

/** One line of the sheet: what is counted, how many are left, and the field with how many there are. */
function CountRow({ form, subject, count, ordered }: CountRowProps) {
  const id = useId();
  const problem = form.formState.errors.counts?.[subject.id]?.message;
  return (
    <Stack align="center" paddingBlock={1} className={styles.row}>
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
    </Stack>
  );
}

import type { UseQueryResult } from "@tanstack/react-query";
import { errorMessage } from "@/domain/api/errors";
import type { Stop } from "@/domain/schedule/present-schedule";
import { closesAt } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { messages as m } from "@/messages";
import type { Place } from "@/staff/schedule/api";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { Textarea, TextInput } from "@/ui/inputs/text-input";
import { Stack } from "@/ui/layout";
import type { Kind } from "./api";
import { MinutesField } from "./minutes-field";
import styles from "./plan.module.css";
import { PlanHeading } from "./plan-heading";
import { kindWords } from "./plan-words";
import type { PlanSteps } from "./use-plan";

const MAX_SENTENCE = 140;

interface PlanFieldsProps {
  kind: Kind;
  stop: Stop;
  places: UseQueryResult<Place[]>;
  /** Where the stop can be moved. */
  others: readonly Place[];
  plan: PlanSteps;
  onBack: () => void;
}

/** What belongs to the kind, and the truck's own words. */
export function PlanFields(props: PlanFieldsProps) {
  const { kind, plan, onBack } = props;
  const { form, element, problem, submit } = plan.record;
  const { errors, isSubmitting } = form.formState;
  return (
    <Stack
      as="form"
      gap={4}
      ref={element}
      aria-labelledby="plan-heading"
      noValidate
      onSubmit={submit}
    >
      <PlanHeading>{kindWords()[kind].name}</PlanHeading>
      <KindFields {...props} />
      <Field
        label={m.plan.form.sentence}
        hint={m.plan.form.sentenceHint}
        error={errors.sentence?.message}
      >
        <Textarea rows={2} maxLength={MAX_SENTENCE} {...form.register("sentence")} />
      </Field>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Stack gap={3} surface="card" className={styles.actions}>
        <Button type="submit" variant="primary" size="large" block busy={isSubmitting}>
          {isSubmitting ? m.plan.form.previewing : m.plan.form.preview}
        </Button>
        <Button block onClick={onBack}>
          {m.common.back}
        </Button>
      </Stack>
    </Stack>
  );
}

function KindFields({ kind, stop, places, others, plan }: PlanFieldsProps) {
  const { form } = plan.record;
  const { errors } = form.formState;
  if (kind === "late") return <MinutesField form={form} />;
  if (kind === "ends_early") {
    return (
      <Field
        label={m.plan.form.closesAt}
        hint={m.plan.form.insteadOf({ time: timeAt(closesAt(stop), stop) })}
        error={errors.endsAt?.message}
      >
        <TextInput type="time" {...form.register("endsAt")} />
      </Field>
    );
  }
  if (kind === "cancelled") return <p>{m.plan.kinds.cancelledHint}</p>;
  if (places.error && !places.data)
    return (
      <Notice
        tone="danger"
        role="alert"
        title={m.plan.form.placesFailed}
        action={<Button onClick={() => void places.refetch()}>{m.common.tryAgain}</Button>}
      >
        {errorMessage(places.error)}
      </Notice>
    );
  if (places.data && others.length === 0) return <p>{m.plan.form.noOtherPlace}</p>;
  return (
    <Field label={m.common.newPlace} error={errors.placeId?.message}>
      <Select {...form.register("placeId")}>
        {others.map(({ _id, name, address }) => (
          <option key={_id} value={_id}>
            {[name, address].filter(Boolean).join(", ")}
          </option>
        ))}
      </Select>
    </Field>
  );
}

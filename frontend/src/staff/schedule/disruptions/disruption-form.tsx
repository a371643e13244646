import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { errorMessage } from "@/domain/api/errors";
import { closesAt, opensAt, type Stop } from "@/domain/schedule/current-stops";
import { timeAt } from "@/domain/schedule/schedule-words";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type Place, placesQuery } from "@/staff/schedule/api";
import { NEW_PLACE, type NewPlace, NewPlaceFields, useNewPlace } from "@/staff/schedule/new-place";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox-and-switch";
import { Chip } from "@/ui/controls/chip";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { Textarea, TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import type { DisruptionRequest, Kind, Preview } from "./api";
import styles from "./disruptions.module.css";
import {
  type DisruptionSteps,
  type DisruptionValues,
  MAX_MINUTES,
  MIN_MINUTES,
  type Previewed,
  useDisruptionForm,
} from "./use-disruption-form";

interface DisruptionFormProps {
  truckId: string;
  stop: Stop;
  /** What was chosen before, elsewhere. */
  chosen?: Kind | undefined;
}

/** The choice, its fields, and what it would do; the way back leads to what was typed. */
export function DisruptionForm({ truckId, stop, chosen }: DisruptionFormProps) {
  const [kind, setKind] = useState<Kind>(chosen ?? "late");
  const [isChosen, setChosen] = useState(chosen !== undefined);
  const places = useQuery(placesQuery(truckId));
  const others = (places.data ?? []).filter(
    ({ _id, archivedAt }) => archivedAt === null && _id !== stop.place._id,
  );
  const newPlace = useNewPlace(truckId);
  const steps = useDisruptionForm(truckId, stop, kind, others, newPlace);
  const { previewed } = steps;

  function handleChoose(next: Kind) {
    setKind(next);
    setChosen(true);
  }

  return (
    <Stack gap={4}>
      <Text weight={650} breaks>
        {stopName(stop)}
      </Text>
      {isChosen ? null : <KindChoice onChoose={handleChoose} />}
      {isChosen && !previewed ? (
        <DisruptionFields
          kind={kind}
          stop={stop}
          places={places}
          others={others}
          steps={steps}
          newPlace={newPlace}
          onBack={() => setChosen(false)}
        />
      ) : null}
      {previewed ? (
        <PreviewStep
          previewed={previewed}
          place={previewed.placeName}
          problem={steps.startProblem}
          busy={steps.isStarting}
          onStart={steps.start}
          onBack={steps.edit}
        />
      ) : null}
    </Stack>
  );
}

/** The four kinds of a bad day, large enough for a thumb. */
function KindChoice({ onChoose }: { onChoose: (kind: Kind) => void }) {
  const words = kindWords();
  return (
    <Stack as="section" gap={4} aria-labelledby="plan-heading">
      <DisruptionHeading>{m.plan.kinds.question}</DisruptionHeading>
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

const MAX_SENTENCE = 140;

interface KindFieldsProps {
  kind: Kind;
  stop: Stop;
  places: UseQueryResult<Place[]>;
  /** Where the stop can be moved. */
  others: readonly Place[];
  steps: DisruptionSteps;
  newPlace: NewPlace;
  onBack: () => void;
}

/** What belongs to the kind, and the truck's own words. */
function DisruptionFields(props: KindFieldsProps) {
  const { kind, steps, onBack } = props;
  const { form, element, problem, submit } = steps.record;
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
      <DisruptionHeading>{kindWords()[kind].name}</DisruptionHeading>
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

function KindFields(props: KindFieldsProps) {
  const { kind, stop, steps } = props;
  const { form } = steps.record;
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
  return <MoveFields {...props} />;
}

/** Where the stop is moved: the first other place until another one is chosen, or one that is typed here. */
function MoveFields({ places, others, steps, newPlace }: KindFieldsProps) {
  const { form } = steps.record;
  const { errors } = form.formState;
  const placeId = useWatch({ control: form.control, name: "placeId" });
  const first = places.data ? (others[0]?._id ?? NEW_PLACE) : "";
  useEffect(() => {
    // Chosen for good: the fields of a new place stay when the list is read again, with that place in it.
    if (first === NEW_PLACE || (first !== "" && placeId === "")) form.setValue("placeId", first);
  }, [form, placeId, first]);
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
  return (
    <>
      <Field label={m.common.newPlace} error={errors.placeId?.message}>
        <Select {...form.register("placeId")}>
          {others.map(({ _id, name, address }) => (
            <option key={_id} value={_id}>
              {[name, address].filter(Boolean).join(", ")}
            </option>
          ))}
          {places.data ? <option value={NEW_PLACE}>{m.newPlace.choice}</option> : null}
        </Select>
      </Field>
      {placeId === NEW_PLACE ? <NewPlaceFields {...newPlace} /> : null}
    </>
  );
}

const SUGGESTED = [10, 15, 20, 30, 45, 60];

/** How late: one tap, or any other number; and whether the stop ends later too. */
function MinutesField({
  form,
}: {
  form: UseFormReturn<DisruptionValues, unknown, DisruptionValues>;
}) {
  const minutes = useWatch({ control: form.control, name: "minutes" });
  const { errors } = form.formState;
  return (
    <>
      <Row as="fieldset" gap={2} className={styles.chips}>
        <legend>{m.plan.form.howLate}</legend>
        {SUGGESTED.map((suggested) => (
          <Chip
            key={suggested}
            pressed={Number(minutes) === suggested}
            onPress={() => form.setValue("minutes", suggested, { shouldValidate: true })}
          >
            {m.plan.form.minutesLater({ minutes: suggested })}
          </Chip>
        ))}
      </Row>
      <Field label={m.common.minutes} error={errors.minutes?.message}>
        <TextInput
          type="number"
          min={MIN_MINUTES}
          max={MAX_MINUTES}
          {...form.register("minutes", { valueAsNumber: true })}
        />
      </Field>
      <Checkbox label={m.plan.form.endLater} {...form.register("extendEnd")} />
    </>
  );
}

interface PreviewProps {
  previewed: Previewed;
  /** The name of the new place, for a move. */
  place: string;
  problem: string;
  busy: boolean;
  onStart: () => void;
  onBack: () => void;
}

/** What would happen, in sentences with numbers, and the words that customers read. */
function PreviewStep({ previewed, place, problem, busy, onStart, onBack }: PreviewProps) {
  const { preview, request, isRenewed, lacksAddress } = previewed;
  const sentences = previewSentences(preview, request, place);
  return (
    <Stack as="section" gap={4} aria-labelledby="plan-heading">
      <DisruptionHeading>{m.plan.preview.title}</DisruptionHeading>
      <div aria-live="polite">
        {isRenewed ? <Notice tone="warning" title={m.plan.preview.changed} /> : null}
        <Stack as="ul" gap={2} size="l" weight={650}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Stack>
        {lacksAddress ? <Notice tone="warning" title={m.plan.preview.noAddress} /> : null}
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

/** The heading of a step of a change of plan; it takes the focus when its step begins. */
export function DisruptionHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The drawer itself brings the focus in, and gives it back to where it was then.
    const isInside = heading.current?.closest("[role=dialog]")?.contains(document.activeElement);
    if (isInside || document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <Text as="h3" size="l" ref={heading} id="plan-heading" tabIndex={-1} className={styles.heading}>
      {children}
    </Text>
  );
}

const KINDS: readonly Kind[] = ["late", "moved", "ends_early", "cancelled"];

export const kindWords = (): Record<Kind, { name: string; hint: string; start: string }> => ({
  late: {
    name: m.plan.kinds.late,
    hint: m.plan.kinds.lateHint,
    start: m.plan.kinds.lateSubmit,
  },
  moved: {
    name: m.plan.kinds.moved,
    hint: m.plan.kinds.movedHint,
    start: m.plan.kinds.movedSubmit,
  },
  ends_early: {
    name: m.plan.kinds.endsEarly,
    hint: m.plan.kinds.endsEarlyHint,
    start: m.plan.kinds.endsEarlySubmit,
  },
  cancelled: {
    name: m.plan.kinds.cancelled,
    hint: m.plan.kinds.cancelledHint,
    start: m.plan.kinds.cancelledSubmit,
  },
});

/** "Pier 5, 11:00 AM to 2:00 PM". */
function stopName(stop: Stop): string {
  return m.plan.stopAt({
    place: stop.place.name,
    from: timeAt(opensAt(stop), stop),
    to: timeAt(closesAt(stop), stop),
  });
}

/** What a change of plan would do, as a person would say it. `place` is the name of the new place. */
function previewSentences(preview: Preview, request: DisruptionRequest, place: string): string[] {
  const { orders, messages, refundTotal, payOuts, payOutTotal, checkouts } = preview;
  const said: [number, () => string][] = [
    [1, () => m.plan.effects.texted({ count: messages })],
    [
      orders.refunded,
      () =>
        m.plan.effects.refunded({
          count: orders.refunded,
          amount: formatDollars(refundTotal),
        }),
    ],
    [payOuts, () => m.plan.effects.paidOut({ count: payOuts, amount: formatDollars(payOutTotal) })],
    [
      orders.newTime,
      () => m.plan.effects.later({ count: orders.newTime, minutes: request.minutes ?? 0 }),
    ],
    [orders.newPlace, () => m.plan.effects.elsewhere({ count: orders.newPlace, place })],
    [orders.unchanged, () => m.plan.effects.unchanged({ count: orders.unchanged })],
    [checkouts, () => m.plan.effects.released({ count: checkouts })],
  ];
  return said.filter(([count]) => count > 0).map(([, sentence]) => sentence());
}

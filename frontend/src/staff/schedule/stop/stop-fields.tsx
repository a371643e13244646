import { useState } from "react";
import { useWatch } from "react-hook-form";
import { noonOf } from "@/domain/time/calendar-day";
import { formatDay } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import type { Place, SeriesScope } from "@/staff/schedule/api";
import { parseUnits, SLOT_MINUTES } from "@/staff/schedule/capacity/capacity-units";
import {
  CapacityPreview,
  CountingHint,
} from "@/staff/schedule/capacity/ten-minute-limit-and-hourly-preview";
import { NEW_PLACE, type NewPlace, NewPlaceFields } from "@/staff/schedule/new-place";
import styles from "@/staff/schedule/schedule.module.css";
import { Checkbox } from "@/ui/controls/checkbox-and-switch";
import { Chip } from "@/ui/controls/chip";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { Textarea, TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import {
  PRICES_WITH_TAX,
  type StopFormApi,
  WEEKDAYS,
  weekdaysOf,
} from "./stop-form-schema-and-changes";

interface StopFieldsProps {
  form: StopFormApi;
  truckId: string;
  places: readonly Place[];
  isNew: boolean;
  /** Customers have ordered: whether the prices include tax stays as it is. */
  hasOrders: boolean;
  /** All later stops of a series keep their days. */
  scope: SeriesScope;
  newPlace: NewPlace;
}

export function StopFields(props: StopFieldsProps) {
  const { form, truckId, places, isNew, hasOrders, scope, newPlace } = props;
  const { errors } = form.formState;
  const [placeId, repeats] = useWatch({ control: form.control, name: ["placeId", "repeats"] });
  const shown = places.filter(({ _id, archivedAt }) => archivedAt === null || _id === placeId);
  return (
    <>
      <Field label={m.common.place} error={errors.placeId?.message}>
        <Select {...form.register("placeId")}>
          {shown.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
          <option value={NEW_PLACE}>{m.newPlace.choice}</option>
        </Select>
      </Field>
      {placeId === NEW_PLACE ? <NewPlaceFields {...newPlace} /> : null}
      {scope === "one" ? (
        <Field label={m.common.day} error={errors.date?.message}>
          <TextInput type="date" {...form.register("date")} />
        </Field>
      ) : null}
      <div className={styles.pair}>
        <Field label={m.common.from} error={errors.startTime?.message}>
          <TextInput type="time" {...form.register("startTime")} />
        </Field>
        <Field label={m.common.until} error={errors.endTime?.message}>
          <TextInput type="time" {...form.register("endTime")} />
        </Field>
      </div>
      {isNew ? <RepeatFields form={form} /> : null}
      <details>
        <summary>{m.schedule.stop.more}</summary>
        <Stack gap={4}>
          <OrderTimes form={form} />
          {scope === "one" && !repeats ? <PricesWithTax form={form} areFixed={hasOrders} /> : null}
        </Stack>
      </details>
      <CapacityFields form={form} truckId={truckId} />
    </>
  );
}

function RepeatFields({ form }: { form: StopFormApi }) {
  const [repeats, weekdays] = useWatch({ control: form.control, name: ["repeats", "weekdays"] });
  const { errors } = form.formState;
  return (
    <>
      <Checkbox
        label={m.schedule.stop.repeat}
        {...form.register("repeats", {
          onChange: () => form.setValue("weekdays", weekdaysOf(form.getValues("date"))),
        })}
      />
      {repeats ? (
        <>
          <Row as="fieldset" gap={2} className={styles.weekdays}>
            <legend>{m.schedule.stop.weekdays}</legend>
            {WEEKDAYS.map((weekday, index) => (
              <Chip
                key={weekday}
                pressed={weekdays.includes(weekday)}
                onPress={(pressed) =>
                  form.setValue(
                    "weekdays",
                    pressed
                      ? WEEKDAYS.filter((day) => day === weekday || weekdays.includes(day))
                      : weekdays.filter((day) => day !== weekday),
                  )
                }
              >
                {weekdayName(index)}
              </Chip>
            ))}
            {errors.weekdays?.message ? (
              <Notice tone="danger" role="alert" title={errors.weekdays.message} />
            ) : null}
          </Row>
          <Field
            label={m.schedule.stop.lastDay}
            hint={m.schedule.stop.repeatHint}
            error={errors.untilDate?.message}
          >
            <TextInput type="date" {...form.register("untilDate")} />
          </Field>
        </>
      ) : null}
    </>
  );
}

/** The name of a day of the week; 0 is Monday. */
function weekdayName(index: number): string {
  // A week that begins on a Monday.
  const [name = ""] = formatDay(noonOf(`2026-06-0${index + 1}`), "UTC").split(",");
  return name;
}

const PREORDER_MINUTES = [0, 120, 720, 1440, 2880, 10080];
const LAST_ORDER_MINUTES = [0, 10, 15, 30, 45, 60];

function OrderTimes({ form }: { form: StopFormApi }) {
  const { errors } = form.formState;
  const chosen = form.getValues();
  return (
    <>
      <Field
        label={m.common.noteOptional}
        hint={m.schedule.stop.noteHint}
        error={errors.note?.message}
      >
        <Textarea rows={2} maxLength={140} {...form.register("note")} />
      </Field>
      <Field label={m.schedule.stop.preorders} error={errors.preorderMinutes?.message}>
        <Select {...form.register("preorderMinutes", { valueAsNumber: true })}>
          {withChosen(PREORDER_MINUTES, chosen.preorderMinutes).map((minutes) => (
            <option key={minutes} value={minutes}>
              {m.schedule.stop.beforeOpening({ minutes })}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={m.schedule.stop.lastOrders} error={errors.lastOrderMinutes?.message}>
        <Select {...form.register("lastOrderMinutes", { valueAsNumber: true })}>
          {withChosen(LAST_ORDER_MINUTES, chosen.lastOrderMinutes).map((minutes) => (
            <option key={minutes} value={minutes}>
              {m.schedule.stop.beforeClosing({ minutes })}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

/** Whether the prices of one stop include tax. */
function PricesWithTax({ form, areFixed }: { form: StopFormApi; areFixed: boolean }) {
  const words = m.schedule.stop.pricesWithTax;
  if (areFixed)
    return (
      <Text soft size="s">
        {`${words[form.getValues("pricesIncludeTax")]}. ${words.fixed}`}
      </Text>
    );
  return (
    <Field
      label={m.schedule.stop.pricesWithTax.label}
      hint={words.hint}
      error={form.formState.errors.pricesIncludeTax?.message}
    >
      <Select {...form.register("pricesIncludeTax")}>
        {PRICES_WITH_TAX.map((choice) => (
          <option key={choice} value={choice}>
            {words[choice]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

const WALK_UP_SHARES = [0, 10, 20, 30, 40, 50, 75, 90];

interface CapacityFieldsProps {
  form: StopFormApi;
  truckId: string;
}

/** How long the pickup slots of a stop are, how much fits into each, and what that is in an hour. */
function CapacityFields({ form, truckId }: CapacityFieldsProps) {
  const { errors } = form.formState;
  const [typed, slotMinutes, walkUpShare] = useWatch({
    control: form.control,
    name: ["slotCapacity", "slotMinutes", "walkUpShare"],
  });
  const units = parseUnits(typed) ?? null;
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {units === null ? m.capacity.stopUnlimited : m.capacity.stopLimit({ minutes: slotMinutes })}
      </summary>
      <Stack gap={4}>
        <div className={styles.pair}>
          <Field label={m.common.slotLimit} error={errors.slotCapacity?.message}>
            <TextInput
              inputMode="numeric"
              placeholder={m.common.noLimit}
              maxLength={3}
              {...form.register("slotCapacity")}
            />
          </Field>
          <Field label={m.capacity.slotLength} error={errors.slotMinutes?.message}>
            <Select {...form.register("slotMinutes", { valueAsNumber: true })}>
              {SLOT_MINUTES.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {m.capacity.minutes({ minutes })}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Text soft size="s">
          {m.capacity.limitHint}
        </Text>
        {units === null ? null : (
          <>
            <Field
              label={m.capacity.counterShare}
              hint={m.capacity.counterShareHint}
              error={errors.walkUpShare?.message}
            >
              <Select {...form.register("walkUpShare", { valueAsNumber: true })}>
                {withChosen(WALK_UP_SHARES, walkUpShare).map((share) => (
                  <option key={share} value={share}>
                    {m.capacity.share({ share })}
                  </option>
                ))}
              </Select>
            </Field>
            {isOpen ? (
              <CapacityPreview
                units={units}
                slotMinutes={slotMinutes}
                walkUpShare={walkUpShare}
                truckId={truckId}
              />
            ) : null}
          </>
        )}
        <CountingHint />
      </Stack>
    </details>
  );
}

/** The usual choices of numbers, and the one that was made elsewhere. */
function withChosen(choices: readonly number[], chosen: number): number[] {
  return [...new Set([...choices, chosen])].sort((one, other) => one - other);
}

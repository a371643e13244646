import { useId } from "react";
import { Controller, useWatch } from "react-hook-form";
import { ItemRequest } from "@/domain/api/limits.gen";
import { saleTimeSentence, weekdayName } from "@/domain/menu/sale-time-words";
import { type SaleTime, WEEKDAYS } from "@/domain/menu/sale-times";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox-and-switch";
import { Chip } from "@/ui/controls/chip";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Row, Stack, Text } from "@/ui/layout";
import { Folded, FormRow } from "@/ui/layout/form-section";
import type { MenuItemFormApi } from "./use-menu-item-form";

const BREAKFAST: SaleTime = { weekdays: [...WEEKDAYS], startTime: "07:00", endTime: "11:00" };

/** From when to when the menu item is sold, folded: most are always sold. */
export function SaleTimeFields({ form }: { form: MenuItemFormApi }) {
  const error = form.formState.errors.saleTimes;
  const section = useWatch({ control: form.control, name: "section" });
  return (
    <Controller
      control={form.control}
      name="saleTimes"
      render={({ field: { value, onChange } }) => (
        <Folded
          title={saleTimeSentence(value) || m.menuEditor.saleTimes.always}
          hasMistake={error !== undefined}
        >
          <Text soft>{m.menuEditor.saleTimes.hint}</Text>
          {value.map((time, place) => (
            <SpanFields
              // biome-ignore lint/suspicious/noArrayIndexKey: spans have no names, and none moves.
              key={place}
              time={time}
              onChange={(changed) =>
                onChange(value.map((one, at) => (at === place ? changed : one)))
              }
              onRemove={() => onChange(value.filter((_, at) => at !== place))}
            />
          ))}
          {error ? (
            <Text tone="danger" size="s" weight={600} role="alert">
              {m.menuEditor.saleTimes.invalid}
            </Text>
          ) : null}
          {section.trim() ? (
            <Checkbox
              label={m.menuEditor.saleTimes.forSection({ section })}
              {...form.register("saleTimesForSection")}
            />
          ) : null}
          {value.length < ItemRequest.saleTimes.maxItems ? (
            <div>
              <Button onClick={() => onChange([...value, BREAKFAST])}>
                {m.menuEditor.saleTimes.add}
              </Button>
            </div>
          ) : null}
        </Folded>
      )}
    />
  );
}

interface SpanFieldsProps {
  time: SaleTime;
  onChange: (time: SaleTime) => void;
  onRemove: () => void;
}

function SpanFields({ time, onChange, onRemove }: SpanFieldsProps) {
  const id = useId();
  const { weekdays } = time;
  return (
    <Stack gap={3}>
      <Text weight={600} id={id}>
        {m.menuEditor.saleTimes.days}
      </Text>
      <Row gap={2} role="group" aria-labelledby={id}>
        {WEEKDAYS.map((day, place) => (
          <Chip
            key={day}
            pressed={weekdays.includes(day)}
            onPress={(pressed) =>
              onChange({
                ...time,
                weekdays: WEEKDAYS.filter((one) =>
                  one === day ? pressed : weekdays.includes(one),
                ),
              })
            }
          >
            {weekdayName(place)}
          </Chip>
        ))}
      </Row>
      <FormRow>
        <Field label={m.menuEditor.saleTimes.from}>
          <TextInput
            type="time"
            value={time.startTime}
            onChange={(event) => onChange({ ...time, startTime: event.currentTarget.value })}
          />
        </Field>
        <Field label={m.menuEditor.saleTimes.to}>
          <TextInput
            type="time"
            value={time.endTime}
            onChange={(event) => onChange({ ...time, endTime: event.currentTarget.value })}
          />
        </Field>
      </FormRow>
      <div>
        <Button variant="quiet" onClick={onRemove}>
          {m.menuEditor.saleTimes.remove({ times: saleTimeSentence([time]) })}
        </Button>
      </div>
    </Stack>
  );
}

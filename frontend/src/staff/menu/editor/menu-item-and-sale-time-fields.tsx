import { useId } from "react";
import { Controller, useWatch } from "react-hook-form";
import { ItemRequest } from "@/domain/api/limits.gen";
import type { MenuItem } from "@/domain/api/public-types";
import { saleTimeSentence } from "@/domain/menu/sale-time-words";
import type { SaleTime } from "@/domain/menu/sale-times";
import { WEEKDAYS, weekdayName } from "@/domain/time/calendar-day";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Checkbox, Switch } from "@/ui/controls/checkbox-and-switch";
import { Chip } from "@/ui/controls/chip";
import { Field } from "@/ui/inputs/field";
import { ImageAddress, ImageField } from "@/ui/inputs/image-field";
import { MoneyInput } from "@/ui/inputs/money-and-percent-input";
import { Select } from "@/ui/inputs/select";
import { Textarea, TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { Folded, FormRow, FormSection } from "@/ui/layout/form-section-row-and-folded";
import { FoodFields } from "./diet-and-allergen-fields";
import { amountOnBlur, menuItemFields, PREP_UNITS } from "./item-and-option-schema";
import type { MenuItemFormApi } from "./use-menu-item-form";

const { label } = menuItemFields;

interface MenuItemFieldsProps {
  form: MenuItemFormApi;
  suggestions: MenuSuggestions;
  onUploading: (busy: boolean) => void;
}

export function MenuItemFields({ form, suggestions, onUploading }: MenuItemFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <FormSection title={m.menuEditor.sections.item}>
        <Field label={label("name")} error={errors.name?.message}>
          <TextInput
            maxLength={ItemRequest.name.maxLength}
            required
            enterKeyHint="next"
            {...form.register("name")}
          />
        </Field>
        <FormRow>
          <Field
            label={label("basePrice")}
            hint={m.menuEditor.priceHint}
            error={errors.basePrice?.message}
          >
            <MoneyInput
              required
              enterKeyHint="next"
              maxLength={10}
              {...amountOnBlur(form, "basePrice")}
            />
          </Field>
          <Switch
            label={label("isAvailable")}
            hint={m.menuEditor.availableHint}
            {...form.register("isAvailable")}
          />
        </FormRow>
        <Field
          label={label("description")}
          hint={m.menuEditor.descriptionHint}
          error={errors.description?.message}
        >
          <Textarea
            maxLength={ItemRequest.description.maxLength}
            {...form.register("description")}
          />
        </Field>
        <Controller
          control={form.control}
          name="imageUrl"
          render={({ field }) => (
            <ImageField
              label={label("imageUrl")}
              kind="image"
              hint={m.menuEditor.imageHint}
              folder="menu-items"
              ratio="square"
              value={field.value}
              onChange={field.onChange}
              onBusyChange={onUploading}
              addressApart
            />
          )}
        />
      </FormSection>
      <FormSection
        title={m.menuEditor.sections.place}
        description={m.menuEditor.sections.placeHint}
      >
        <FormRow>
          <SuggestedField
            form={form}
            name="category"
            hint={m.menuEditor.categoryHint}
            known={suggestions.categories}
          />
          <SuggestedField
            form={form}
            name="section"
            hint={m.menuEditor.sectionHint}
            known={suggestions.sections}
          />
        </FormRow>
      </FormSection>
      <FoodFields form={form} />
      <SaleTimeFields form={form} />
      <Folded
        title={m.menuEditor.more}
        hasMistake={errors.prepUnits !== undefined || errors.imageUrl !== undefined}
      >
        <Field label={label("taxClass")} hint={m.menuEditor.taxClassHint}>
          <Select {...form.register("taxClass")}>
            <option value="standard">{m.common.taxClasses.standard}</option>
            <option value="reduced">{m.common.taxClasses.reduced}</option>
            <option value="exempt">{m.common.taxClasses.exempt}</option>
          </Select>
        </Field>
        <Field
          label={label("prepUnits")}
          hint={m.menuEditor.prepUnitsHint}
          error={errors.prepUnits?.message}
        >
          <TextInput
            type="number"
            min={PREP_UNITS.minimum}
            max={PREP_UNITS.maximum}
            enterKeyHint="next"
            {...form.register("prepUnits", { valueAsNumber: true })}
          />
        </Field>
        <Controller
          control={form.control}
          name="imageUrl"
          render={({ field, fieldState }) => (
            <ImageAddress
              kind="image"
              hint={m.menuEditor.imageAddressHint}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
              inputRef={field.ref}
            />
          )}
        />
      </Folded>
    </>
  );
}

interface SuggestedFieldProps {
  form: MenuItemFormApi;
  name: "category" | "section";
  hint: string;
  /** What this truck's menu uses already. */
  known: readonly string[];
}

function SuggestedField({ form, name, hint, known }: SuggestedFieldProps) {
  const listId = useId();
  return (
    <Field label={label(name)} hint={hint} error={form.formState.errors[name]?.message}>
      <TextInput
        maxLength={ItemRequest[name].maxLength}
        list={listId}
        autoComplete="off"
        {...form.register(name)}
      />
      <datalist id={listId}>
        {known.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </Field>
  );
}

export interface MenuSuggestions {
  categories: readonly string[];
  sections: readonly string[];
}

/** The words that a truck's menu uses already, so that one thing is not called two names. */
export function suggestionsFrom(
  menu: readonly Pick<MenuItem, "category" | "section">[],
): MenuSuggestions {
  return {
    categories: inOrder(menu.map(({ category }) => category)),
    sections: inOrder(menu.map(({ section }) => section)),
  };
}

function inOrder(words: readonly string[]): string[] {
  const known = new Set(words.map((word) => word.trim()).filter(Boolean));
  return [...known].sort((one, other) => one.localeCompare(other));
}

const BREAKFAST: SaleTime = { weekdays: [...WEEKDAYS], startTime: "07:00", endTime: "11:00" };

/** From when to when the menu item is sold, folded: most are always sold. */
function SaleTimeFields({ form }: { form: MenuItemFormApi }) {
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

import { useId } from "react";
import { Controller, useWatch } from "react-hook-form";
import { ALLERGENS, allergenList, DIETS, dietList } from "@/domain/menu/diets-and-allergens";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Chip } from "@/ui/controls/chip";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Row, Stack, Text } from "@/ui/layout";
import { Folded, FormSection } from "@/ui/layout/form-section-row-and-folded";
import { SAYS_NONE, type StatementValues, statedNames } from "./item-and-option-schema";
import type { MenuItemFormApi } from "./use-menu-item-form";

/** What the menu item says of diets and allergens. What it does not say is never shown as absent. */
export function FoodFields({ form }: { form: MenuItemFormApi }) {
  const { errors } = form.formState;
  return (
    <FormSection title={m.menuEditor.food.title} description={m.menuEditor.food.lead}>
      <Controller
        control={form.control}
        name="allergens"
        render={({ field: { value, onChange } }) => (
          <StatementField
            label={m.food.allergen}
            none={m.menuEditor.food.containsNone}
            these={m.menuEditor.food.containsThese}
            choices={ALLERGENS.map((name) => ({ name, label: m.food.allergens[name] }))}
            words={allergenList}
            value={value}
            onChange={onChange}
            error={errors.allergens?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="diets"
        render={({ field: { value, onChange } }) => (
          <StatementField
            label={m.food.diet}
            none={m.menuEditor.food.noDiet}
            these={m.menuEditor.food.theseDiets}
            choices={DIETS.map((name) => ({ name, label: m.food.diets[name] }))}
            words={dietList}
            value={value}
            onChange={onChange}
            error={errors.diets?.message}
          />
        )}
      />
      <SilentOptions form={form} />
    </FormSection>
  );
}

/** An order with an option that says nothing is shown as not stated, so that one press says it for all of them. */
function SilentOptions({ form }: { form: MenuItemFormApi }) {
  const [allergens, groups] = useWatch({
    control: form.control,
    name: ["allergens", "optionGroups"],
  });
  const silent = groups.flatMap(({ setId, options }, group) =>
    options
      .map((option, place) => ({ option, path: `optionGroups.${group}.options.${place}` as const }))
      .filter(({ option }) => !setId && option.allergens.said === "not_stated"),
  );
  if (allergens.said === "not_stated" || silent.length === 0) return null;
  return (
    <Stack gap={2}>
      <Text>{m.menuEditor.food.silentOptions({ count: silent.length })}</Text>
      <div>
        <Button
          onClick={() => {
            for (const { path } of silent)
              form.setValue(`${path}.allergens`, SAYS_NONE, { shouldDirty: true });
          }}
        >
          {m.menuEditor.food.silentAddNone}
        </Button>
      </div>
    </Stack>
  );
}

interface OptionFoodProps {
  form: MenuItemFormApi;
  path: `optionGroups.${number}.options.${number}`;
  title: string;
  errors: { allergens?: { message?: string }; notFor?: { message?: string } } | undefined;
}

/** What an option adds and which diets it ends, folded: most options are told apart by their name. */
export function OptionFood({ form, path, title, errors }: OptionFoodProps) {
  const [allergens, notFor] = useWatch({
    control: form.control,
    name: [`${path}.allergens`, `${path}.notFor`],
  });
  const said = m.menuEditor.food.optionAdds({ said: addedList(statedNames(allergens)) });
  const ends = notFor.length > 0 ? m.menuEditor.food.optionNotFor({ said: dietList(notFor) }) : "";
  const wrong = errors?.allergens?.message ?? errors?.notFor?.message;
  return (
    <Folded title={[said, ends].filter(Boolean).join(" · ")} hasMistake={wrong !== undefined}>
      <Controller
        control={form.control}
        name={`${path}.allergens`}
        render={({ field: { value, onChange } }) => (
          <StatementField
            label={m.menuEditor.food.addsLabel({ title })}
            none={m.menuEditor.food.addsNone}
            these={m.menuEditor.food.addsThese}
            choices={ALLERGENS.map((name) => ({ name, label: m.food.allergens[name] }))}
            words={addedList}
            value={value}
            onChange={onChange}
            error={errors?.allergens?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name={`${path}.notFor`}
        render={({ field: { value, onChange } }) => (
          <NameChips
            legend={m.menuEditor.food.notForLabel({ title })}
            isLegendShown
            choices={DIETS.map((name) => ({ name, label: m.food.diets[name] }))}
            value={value}
            onChange={onChange}
          />
        )}
      />
      <Text soft size="s">
        {m.menuEditor.food.notForHint}
      </Text>
    </Folded>
  );
}

function addedList(said: unknown): string {
  if (Array.isArray(said) && said.length === 0) return m.menuEditor.food.nothingAdded;
  return allergenList(said);
}

interface StatementFieldProps {
  label: string;
  /** What the second and the third choice are called; the first is "not stated". */
  none: string;
  these: string;
  choices: readonly { name: string; label: string }[];
  words: (said: unknown) => string;
  value: StatementValues;
  onChange: (value: StatementValues) => void;
  error: string | undefined;
}

/** One of three: nothing is stated, none of these, or these. Names stay chosen while another of the three is looked at. */
function StatementField(props: StatementFieldProps) {
  const { label, none, these, choices, words, value, onChange, error } = props;
  return (
    <Stack gap={2}>
      <Text weight={600}>{label}</Text>
      <SegmentedChoice
        label={label}
        choices={[
          { value: "not_stated", label: m.food.notStated },
          { value: "none", label: none },
          { value: "these", label: these },
        ]}
        value={value.said}
        onChange={(said) => onChange({ ...value, said })}
      />
      {value.said === "these" ? (
        <NameChips
          legend={`${label}: ${these}`}
          choices={choices}
          value={value.names}
          onChange={(names) => onChange({ said: "these", names })}
        />
      ) : null}
      {error ? (
        <Text tone="danger" size="s" weight={600} role="alert">
          {error}
        </Text>
      ) : (
        <Text soft size="s">
          {m.menuEditor.food.read({ said: words(statedNames(value)) })}
        </Text>
      )}
    </Stack>
  );
}

interface NameChipsProps {
  legend: string;
  isLegendShown?: boolean;
  choices: readonly { name: string; label: string }[];
  value: readonly string[];
  onChange: (names: string[]) => void;
}

function NameChips({ legend, isLegendShown = false, choices, value, onChange }: NameChipsProps) {
  const id = useId();
  return (
    <Stack gap={2}>
      <Text weight={600} id={id} className={isLegendShown ? undefined : "visually-hidden"}>
        {legend}
      </Text>
      <Row gap={2} role="group" aria-labelledby={id}>
        {choices.map(({ name, label }) => (
          <Chip
            key={name}
            pressed={value.includes(name)}
            onPress={(pressed) =>
              onChange(pressed ? [...value, name] : value.filter((one) => one !== name))
            }
          >
            {label}
          </Chip>
        ))}
      </Row>
    </Stack>
  );
}

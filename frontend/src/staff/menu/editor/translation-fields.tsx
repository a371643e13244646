import { Controller, useWatch } from "react-hook-form";
import { ItemRequest, MenuWords } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import { LANGUAGES, type Language } from "@/messages/language";
import { Field } from "@/ui/inputs/field";
import { Textarea, TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Stack, Text } from "@/ui/layout";
import { Folded, FormRow, FormSection } from "@/ui/layout/form-section-row-and-folded";
import { menuItemFields } from "./item-and-option-schema";
import { namesToTranslate } from "./translation-schema";
import type { MenuItemFormApi } from "./use-menu-item-form";

const { label } = menuItemFields;

/** What customers of another language read. Folded for each language, since no item needs both. */
export function TranslationFields({ form }: { form: MenuItemFormApi }) {
  return (
    <FormSection
      title={m.menuEditor.translations.label}
      description={m.menuEditor.translations.lead}
    >
      {LANGUAGES.map((language) => (
        <WordsOf key={language} form={form} language={language} />
      ))}
    </FormSection>
  );
}

interface WordsOfProps {
  form: MenuItemFormApi;
  language: Language;
}

function WordsOf({ form, language }: WordsOfProps) {
  const errors = form.formState.errors.translations?.[language];
  const path = `translations.${language}` as const;
  // Of two fields with one label a screen reader would not tell which is which.
  const named = (name: "name" | "description" | "category" | "section") =>
    m.menuEditor.translations.field[language]({ field: label(name) });
  return (
    <Folded
      title={m.menuEditor.translations.inLanguage[language]}
      hasMistake={errors !== undefined}
      isLate
    >
      <Field label={named("name")} error={errors?.name?.message}>
        <TextInput
          lang={language}
          maxLength={MenuWords.name.maxLength}
          {...form.register(`${path}.name`)}
        />
      </Field>
      <Field label={named("description")} error={errors?.description?.message}>
        <Textarea
          lang={language}
          maxLength={MenuWords.description.maxLength}
          {...form.register(`${path}.description`)}
        />
      </Field>
      <FormRow>
        <Field label={named("category")} error={errors?.category?.message}>
          <TextInput
            lang={language}
            maxLength={MenuWords.category.maxLength}
            {...form.register(`${path}.category`)}
          />
        </Field>
        <Field label={named("section")} error={errors?.section?.message}>
          <TextInput
            lang={language}
            maxLength={MenuWords.section.maxLength}
            {...form.register(`${path}.section`)}
          />
        </Field>
      </FormRow>
      <OptionWords form={form} language={language} />
    </Folded>
  );
}

/** A field for each name of a group or an option, once, however many have it. */
function OptionWords({ form, language }: WordsOfProps) {
  const names = namesToTranslate(useWatch({ control: form.control, name: "optionGroups" }));
  if (names.length === 0) return null;
  return (
    <Controller
      control={form.control}
      // One field, because a name may have a dot, which would be a path.
      name={`translations.${language}.options`}
      render={({ field: { value, onChange } }) => (
        <Stack gap={3}>
          <Text weight={600}>{m.menuEditor.translations.ofOptions}</Text>
          {names.map((name) => (
            <Field key={name} label={m.menuEditor.translations.field[language]({ field: name })}>
              <TextInput
                lang={language}
                maxLength={ItemRequest.name.maxLength}
                value={value[name] ?? ""}
                onChange={(event) => {
                  const typed = { ...value, [name]: event.currentTarget.value };
                  onChange(Object.fromEntries(names.map((own) => [own, typed[own] ?? ""])));
                }}
              />
            </Field>
          ))}
        </Stack>
      )}
    />
  );
}

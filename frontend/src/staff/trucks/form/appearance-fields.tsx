import type { CSSProperties } from "react";
import { Controller, useWatch } from "react-hook-form";
import { messages as m, type messages } from "@/messages";
import styles from "@/staff/trucks/trucks.module.css";
import { CheckIcon } from "@/ui/icons/first-page-icons";
import { ImageField } from "@/ui/inputs/image-field";
import { Row, Text } from "@/ui/layout";
import { FormSection } from "@/ui/layout/form-section-row-and-folded";
import { truckFields } from "./truck-form-schema";
import type { TruckFormApi } from "./use-truck-form";

interface LookFieldsProps {
  form: TruckFormApi;
  hueOfSlug: (slug: string) => number;
  onUploading: (busy: boolean) => void;
}

const imageFields = () =>
  [
    { name: "imageUrl", kind: "cardImage", hint: m.truckForm.look.cardImageHint },
    { name: "bannerImage", kind: "bannerImage", hint: m.truckForm.look.bannerHint },
  ] as const;

export function AppearanceFields({ form, hueOfSlug, onUploading }: LookFieldsProps) {
  return (
    <FormSection title={m.truckForm.look.title} description={m.truckForm.look.lead}>
      <ImageFields form={form} onUploading={onUploading} />
      <HueField form={form} hueOfSlug={hueOfSlug} />
    </FormSection>
  );
}

export function ImageFields({ form, onUploading }: Omit<LookFieldsProps, "hueOfSlug">) {
  return (
    <>
      {imageFields().map(({ name, kind, hint }) => (
        <Controller
          key={name}
          control={form.control}
          name={name}
          render={({ field, fieldState }) => (
            <ImageField
              label={truckFields.label(name)}
              kind={kind}
              hint={hint}
              folder="trucks"
              ratio="card"
              value={field.value}
              onChange={field.onChange}
              onBusyChange={onUploading}
              error={fieldState.error?.message}
              inputRef={field.ref}
            />
          )}
        />
      ))}
    </>
  );
}

interface HueFieldProps {
  form: TruckFormApi;
  hueOfSlug: (slug: string) => number;
}

/** The truck's colour. A hue is all there is to choose: the tokens keep each of them readable. */
function HueField({ form, hueOfSlug }: HueFieldProps) {
  const slug = useWatch({ control: form.control, name: "slug" });
  return (
    <Controller
      control={form.control}
      name="accentHue"
      render={({ field, fieldState: { error } }) => (
        <fieldset>
          <Text as="legend" marginBottom={2} weight={650}>
            {truckFields.label("accentHue")}
          </Text>
          <Row gap={2}>
            <Swatch
              label={m.truckForm.look.automatic}
              hue={hueOfSlug(slug)}
              isChosen={field.value === null}
              onChoose={() => field.onChange(null)}
              isWide
            />
            {choicesWith(field.value).map(({ hue, label }) => (
              <Swatch
                key={hue}
                label={label}
                hue={hue}
                isChosen={field.value === hue}
                onChoose={() => field.onChange(hue)}
              />
            ))}
          </Row>
          {error ? (
            <Text marginTop={2} tone="danger" size="s" weight={600} role="alert">
              {error.message}
            </Text>
          ) : null}
        </fieldset>
      )}
    />
  );
}

/** A hue that was set by other means is a choice too, or saving would change it. */
function choicesWith(hue: number | null) {
  const choices = ACCENT_HUES.map((choice) => ({
    hue: choice.hue,
    label: m.truckForm.hues[choice.name],
  }));
  if (hue === null || choices.some((choice) => choice.hue === hue)) return choices;
  return [...choices, { hue, label: m.truckForm.look.hue({ value: hue }) }];
}

interface SwatchProps {
  label: string;
  hue: number;
  isChosen: boolean;
  isWide?: boolean;
  onChoose: () => void;
}

function Swatch({ label, hue, isChosen, isWide = false, onChoose }: SwatchProps) {
  return (
    <label
      className={isWide ? styles.automatic : styles.swatch}
      data-truck-hue=""
      style={{ "--truck-hue": String(hue) } as CSSProperties}
      title={label}
    >
      <input
        type="radio"
        name="accentHue"
        className="visually-hidden"
        checked={isChosen}
        onChange={onChoose}
      />
      <span className={styles.plate}>{isChosen ? <CheckIcon size={18} /> : null}</span>
      <span className={isWide ? undefined : "visually-hidden"}>{label}</span>
    </label>
  );
}

type HueName = keyof typeof messages.truckForm.hues;

/** Hues to choose from, in degrees, by the names that people give these colors. */
const ACCENT_HUES: readonly { hue: number; name: HueName }[] = [
  { hue: 0, name: "raspberry" },
  { hue: 30, name: "tomato" },
  { hue: 60, name: "orange" },
  { hue: 90, name: "mustard" },
  { hue: 120, name: "olive" },
  { hue: 150, name: "basil" },
  { hue: 180, name: "mint" },
  { hue: 210, name: "teal" },
  { hue: 240, name: "sky" },
  { hue: 270, name: "blueberry" },
  { hue: 300, name: "violet" },
  { hue: 330, name: "beet" },
];

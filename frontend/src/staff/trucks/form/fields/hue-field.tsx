import type { CSSProperties } from "react";
import { Controller, useWatch } from "react-hook-form";
import { messages as m } from "@/messages";
import type { TruckFormApi } from "@/staff/trucks/form/use-truck-form";
import styles from "@/staff/trucks/trucks.module.css";
import { CheckIcon } from "@/ui/icons/status-icons";
import { Row, Text } from "@/ui/layout";
import { ACCENT_HUES } from "./accent-hues";

interface HueFieldProps {
  form: TruckFormApi;
  hueOfSlug: (slug: string) => number;
}

/** The truck's colour. A hue is all there is to choose: the tokens keep each of them readable. */
export function HueField({ form, hueOfSlug }: HueFieldProps) {
  const slug = useWatch({ control: form.control, name: "slug" });
  return (
    <Controller
      control={form.control}
      name="accentHue"
      render={({ field, fieldState: { error } }) => (
        <fieldset>
          <Text as="legend" marginBottom={2} weight={650}>
            {m.truckForm.look.color}
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

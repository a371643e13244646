import { type Ref, useId } from "react";
import {
  maxTipCents,
  NO_TIP,
  OTHER_TIP,
  presetCents,
  type TipPresets,
  type TipWish,
} from "@/domain/cart/tip";
import { formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { RadioBox } from "@/ui/controls/radio-choices";
import { Box, Stack, Text } from "@/ui/layout";
import { Field } from "./field";
import { MoneyInput } from "./money-and-percent-input";
import styles from "./tip-field.module.css";

interface TipFieldProps {
  presets: NonNullable<TipPresets>;
  subtotalCents: number;
  wish: TipWish;
  onWish: (wish: TipWish) => void;
  /** Whether a typed amount that cannot be a tip is said to be wrong. */
  showsError: boolean;
  amountRef?: Ref<HTMLInputElement>;
}

/** The tips that a truck offers, another amount, or none. Nothing is chosen at first, which is no tip. */
export function TipField({ presets, subtotalCents, wish, onWish, ...rest }: TipFieldProps) {
  const name = useId();
  const radio = {
    name,
    chosen: wish.choice,
    onChoose: (choice: string) => onWish({ ...wish, choice }),
  };
  const max = formatCents(maxTipCents(subtotalCents));
  return (
    <Stack as="fieldset" gap={2} shrinks>
      <Text as="legend" marginBottom={2} weight={650}>
        {m.common.tip}
      </Text>
      <div className={styles.choices}>
        {presets.map((percent) => (
          <RadioBox key={percent} value={String(percent)} {...radio}>
            <Text as="span" block weight={700}>
              {percent}%
            </Text>{" "}
            <Box as="span">{formatCents(presetCents(subtotalCents, percent))}</Box>
          </RadioBox>
        ))}
      </div>
      <div className={styles.others}>
        <RadioBox value={OTHER_TIP} {...radio}>
          {m.tip.other}
        </RadioBox>
        <RadioBox value={NO_TIP} {...radio}>
          {m.tip.none}
        </RadioBox>
      </div>
      {wish.choice === OTHER_TIP ? (
        <Field
          label={m.tip.amount}
          hint={m.tip.limit({ max })}
          error={rest.showsError ? m.tip.invalid({ max }) : undefined}
        >
          <MoneyInput
            ref={rest.amountRef}
            autoComplete="off"
            enterKeyHint="done"
            maxLength={8}
            value={wish.typed}
            onChange={(event) => onWish({ ...wish, typed: event.target.value })}
          />
        </Field>
      ) : null}
    </Stack>
  );
}

import { type ReactNode, type Ref, useId } from "react";
import { classNames } from "@/ui/class-names";
import { Text } from "@/ui/layout";
import styles from "./radio-choices.module.css";

interface RadioBoxProps {
  name: string;
  value: string;
  chosen: string;
  onChoose: (value: string) => void;
  disabled?: boolean;
  /** Takes the whole line. */
  wide?: boolean;
  ref?: Ref<HTMLInputElement>;
  children: ReactNode;
}

/** One of several choices; the whole box is the target. */
export function RadioBox(props: RadioBoxProps) {
  const { name, value, chosen, onChoose, disabled = false, wide = false, ref, children } = props;
  return (
    <label className={classNames(styles.box, wide && styles.wide)}>
      <input
        type="radio"
        ref={ref}
        name={name}
        value={value}
        checked={value === chosen}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className={styles.radio}
      />
      <Text as="span" breaks>
        {children}
      </Text>
    </label>
  );
}

interface SegmentedChoiceProps<Value extends string> {
  /** What is chosen: spoken, and shown by the choices themselves. */
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few choices side by side, one of them taken; arrow keys move between them. */
export function SegmentedChoice<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: SegmentedChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}

import { useId } from "react";
import styles from "./choices.module.css";

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
            className={styles.segmentedChoiceRadio}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}

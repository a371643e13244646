import { type ComponentProps, type ReactNode, type Ref, useId } from "react";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { MinusIcon, PlusIcon } from "@/ui/icons/order-icons";
import { Text } from "@/ui/layout";
import styles from "./choices.module.css";
import { useFocusBack } from "./use-focus-back";

/** A box to tick. */
export function Checkbox(props: TickProps) {
  return <Tick {...props} look="checkbox" />;
}

/** On or off, taking effect at once. */
export function Switch(props: TickProps) {
  return <Tick {...props} role="switch" look="switch" />;
}

interface TickProps extends Omit<ComponentProps<"input">, "type" | "role"> {
  label: ReactNode;
  hint?: ReactNode;
}

interface LookedTickProps extends TickProps {
  role?: "switch";
  look: "checkbox" | "switch";
}

/** What a checkbox and a switch have in common: the whole line is the target, with a hint below it. */
function Tick({ label, hint, className, look, ref, ...rest }: LookedTickProps) {
  const control = useFocusBack<HTMLInputElement>(Boolean(rest.disabled), ref);
  const hintId = useId();
  return (
    <div className={classNames(styles[look], className)}>
      <label className={styles.label}>
        <input
          aria-describedby={hint ? hintId : undefined}
          {...rest}
          ref={control}
          type="checkbox"
          className={styles.control}
        />
        <span>{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

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

interface QuantityStepperProps {
  value: number;
  onChange: (value: number) => void;
  /** What is counted, for people who cannot see the row: "Carnitas taco". */
  itemName: string;
  min?: number;
  max?: number;
}

/** Minus, number, plus; it never leaves the range. */
export function QuantityStepper({
  value,
  onChange,
  itemName,
  min = 1,
  max = 99,
}: QuantityStepperProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend in every row.
    <div role="group" aria-label={m.controls.quantity({ itemName })} className={styles.stepper}>
      <button
        type="button"
        className={styles.step}
        aria-label={m.controls.quantityLess({ itemName })}
        disabled={value <= min}
        onClick={() => onChange(Math.max(min, value - 1))}
      >
        <MinusIcon size={18} />
      </button>
      <output className={styles.value} aria-live="polite">
        {value}
      </output>
      <button
        type="button"
        className={styles.step}
        aria-label={m.controls.quantityMore({ itemName })}
        disabled={value >= max}
        onClick={() => onChange(Math.min(max, value + 1))}
      >
        <PlusIcon size={18} />
      </button>
    </div>
  );
}

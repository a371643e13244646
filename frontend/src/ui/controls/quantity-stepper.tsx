import { messages as m } from "@/messages";
import { MinusIcon, PlusIcon } from "@/ui/icons/common-icons";
import { Box } from "@/ui/layout";
import styles from "./quantity-stepper.module.css";

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
      <Box
        as="button"
        bare
        square
        radius="control"
        type="button"
        className={styles.step}
        aria-label={m.controls.quantityLess({ itemName })}
        disabled={value <= min}
        onClick={() => onChange(Math.max(min, value - 1))}
      >
        <MinusIcon size={18} />
      </Box>
      <output className={styles.value} aria-live="polite">
        {value}
      </output>
      <Box
        as="button"
        bare
        square
        radius="control"
        type="button"
        className={styles.step}
        aria-label={m.controls.quantityMore({ itemName })}
        disabled={value >= max}
        onClick={() => onChange(Math.min(max, value + 1))}
      >
        <PlusIcon size={18} />
      </Box>
    </div>
  );
}

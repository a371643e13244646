import type { ReactNode, Ref } from "react";
import { classNames } from "@/ui/class-names";
import styles from "./slot-field.module.css";

export interface SlotRadioProps {
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

/** One pickup time; the whole box is the target. */
export function SlotRadio(props: SlotRadioProps) {
  const { name, value, chosen, onChoose, disabled = false, wide = false, ref, children } = props;
  return (
    <label className={classNames(styles.slot, wide && styles.wide)}>
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
      <span className={styles.words}>{children}</span>
    </label>
  );
}

import type { ReactNode, Ref } from "react";
import { classNames } from "@/ui/class-names";
import { Text } from "@/ui/layout";
import styles from "./choices.module.css";

export interface RadioBoxProps {
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

import type { ReactNode } from "react";
import styles from "@/ui/inputs/search-input.module.css";

interface ChipProps {
  pressed: boolean;
  onPress: (pressed: boolean) => void;
  children: ReactNode;
}

/** A short choice that is on or off, such as a filter or a reason. */
export function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={styles.chip}
      onClick={() => onPress(!pressed)}
    >
      {children}
    </button>
  );
}

import type { ReactNode } from "react";
import styles from "@/ui/inputs/search-input.module.css";

interface ChipProps {
  pressed: boolean;
  onPress: (pressed: boolean) => void;
  children: ReactNode;
}

/** A filter that is on or off. */
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

import { type ReactNode, useId, useState } from "react";
import { Stack, Text } from "@/ui/layout";
import styles from "./page-header.module.css";

interface FormSectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** A part of a long form under its own heading. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const id = useId();
  return (
    <Stack
      as="section"
      gap={5}
      paddingBlock={6}
      lineAbove
      aria-labelledby={id}
      className={styles.section}
    >
      <Stack gap={1}>
        <Text as="h2" size="xl" id={id}>
          {title}
        </Text>
        {description ? <p className={styles.description}>{description}</p> : null}
      </Stack>
      {children}
    </Stack>
  );
}

interface FormRowProps {
  /** The second of two fields is short, such as a code, and stands beside the first on a phone, too. */
  shortLast?: boolean;
  children: ReactNode;
}

/** Short fields side by side where there is room. */
export function FormRow({ shortLast, children }: FormRowProps) {
  return <div className={shortLast ? styles.rowWithShort : styles.row}>{children}</div>;
}

interface FoldedProps {
  title: string;
  /** Unfolds, so that the mistake is seen. */
  hasMistake: boolean;
  /** Its fields are there only while it is open: they have the names of fields above, and another language. */
  isLate?: boolean;
  children: ReactNode;
}

/** Fields that may wait. */
export function Folded({ title, hasMistake, isLate = false, children }: FoldedProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || hasMistake;
  return (
    <details
      className={styles.folded}
      open={isOpen}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen || !isLate ? (
        <Stack gap={5} paddingBlock={3}>
          {children}
        </Stack>
      ) : null}
    </details>
  );
}

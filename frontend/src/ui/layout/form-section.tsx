import { type ReactNode, useId } from "react";
import { Stack, Text } from "@/ui/layout";
import styles from "./headings.module.css";

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

/** Short fields side by side where there is room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

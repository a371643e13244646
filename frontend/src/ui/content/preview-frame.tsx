import { type ReactNode, useId } from "react";
import { messages as m } from "@/messages";
import { Stack } from "@/ui/layout";
import styles from "@/ui/upload/image-field.module.css";

/** What customers will see, beside the form that makes it. */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {m.controls.preview}
      </h2>
      {children}
    </Stack>
  );
}

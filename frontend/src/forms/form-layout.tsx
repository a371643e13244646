import type { ReactNode } from "react";
import { Box, Stack } from "@/ui/layout";
import styles from "./forms.module.css";

interface FormLayoutProps {
  children: ReactNode;
  /** Stays in view beside the fields; below them where there is no room. */
  aside: ReactNode;
  footer: ReactNode;
}

/** A long form with what comes of it at its side. */
export function FormLayout({ children, aside, footer }: FormLayoutProps) {
  return (
    <>
      <Stack gap={8} className={styles.columns}>
        <Stack gap={2} shrinks measure="column">
          {children}
        </Stack>
        <Box shrinks measure="column" className={styles.aside}>
          {aside}
        </Box>
      </Stack>
      {footer}
    </>
  );
}

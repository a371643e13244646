import type { ReactNode, Ref } from "react";
import { Box, Row, Stack, Text } from "@/ui/layout";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons of the whole page. */
  actions?: ReactNode;
  /** The way back, above the title: a `BackButton`. */
  back?: ReactNode;
  /** Where the focus goes when what had it is gone from the page. */
  titleRef?: Ref<HTMLHeadingElement>;
}

/** How each staff screen begins: its one h1, what it is for, and what can be done with all of it. */
export function PageHeader({ title, description, actions, back, titleRef }: PageHeaderProps) {
  return (
    <Stack as="header" gap={2} items="start" marginBottom={6}>
      {back}
      <Row gap={4} align="end" justify="between" full>
        <Box shrinks>
          <h1 ref={titleRef} tabIndex={titleRef ? -1 : undefined} className={styles.title}>
            {title}
          </h1>
          {description ? (
            <Text as="div" measure="column" marginTop={1} soft>
              {description}
            </Text>
          ) : null}
        </Box>
        {actions ? (
          <Row gap={2} align="end">
            {actions}
          </Row>
        ) : null}
      </Row>
    </Stack>
  );
}

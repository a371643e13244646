import type { ReactNode } from "react";
import { classNames } from "@/ui/class-names";
import { AlertIcon, CheckIcon, InfoIcon } from "@/ui/icons/first-page-icons";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./notice.module.css";

export type NoticeTone = "info" | "good" | "warning" | "danger";

interface NoticeProps {
  tone: NoticeTone;
  title: string;
  /** Makes the title a heading of that level. */
  headingLevel?: "h2" | "h3";
  children?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
  /** `alert` is read at once, `status` when there is a pause; without one it waits to be found. */
  role?: "alert" | "status";
}

/** Something to know about the screen it stands on, said until it is no longer true. */
export function Notice({ tone, title, headingLevel, children, action, role }: NoticeProps) {
  const Title = headingLevel ?? "p";
  return (
    <Row
      gap={3}
      rowGap={2}
      align="start"
      padding={4}
      paddingBlock={3}
      radius="control"
      role={role}
      className={classNames(styles.notice, styles[tone])}
    >
      <Stack as="span" align="center" items="center" className={styles.icon}>
        {iconOf(tone)}
      </Stack>
      <div className={styles.words}>
        <Title className={styles.title}>{title}</Title>
        {children ? (
          <Text as="div" size="s">
            {children}
          </Text>
        ) : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </Row>
  );
}

function iconOf(tone: NoticeTone) {
  if (tone === "good") return <CheckIcon />;
  if (tone === "info") return <InfoIcon />;
  return <AlertIcon />;
}

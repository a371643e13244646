import type { ReactNode } from "react";
import { classNames } from "@/ui/class-names";
import { AlertIcon, InfoIcon } from "@/ui/icons/first-page-icons";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./notice-bar.module.css";

interface NoticeBarProps {
  tone: "info" | "warning" | "danger";
  children: ReactNode;
  /** What can be done about it: a button. */
  action?: ReactNode;
  /** `alert` is read at once, `status` when there is a pause. */
  role?: "alert" | "status";
}

/** One line over a working screen about its own state, strong enough for the sun. */
export function NoticeBar({ tone, children, action, role = "status" }: NoticeBarProps) {
  return (
    <Row
      gap={3}
      rowGap={2}
      align="center"
      target
      radius="control"
      tone="plain"
      className={classNames(styles.bar, styles[tone])}
    >
      <Stack as="span" align="center" items="center">
        {tone === "info" ? <InfoIcon /> : <AlertIcon />}
      </Stack>
      <Text weight={650} role={role} className={styles.text}>
        {children}
      </Text>
      {action}
    </Row>
  );
}

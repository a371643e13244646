import type { FormEventHandler, ReactNode } from "react";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Stack, Text } from "@/ui/layout";
import styles from "./sign-in.module.css";

interface TicketFormProps {
  title: string;
  lead: string;
  submit: string;
  isSubmitting: boolean;
  /** What went wrong when no field says it, under the title of that. */
  problem: string | null;
  problemTitle: string;
  onSubmit: FormEventHandler;
  children: ReactNode;
}

/** A short form on the ticket of the sign-in pages: its title, its fields, what went wrong, and the button. */
export function TicketForm(props: TicketFormProps) {
  return (
    <>
      <Text as="h1" size="4xl" weight={800}>
        {props.title}
      </Text>
      <p className={styles.lead}>{props.lead}</p>
      <Stack
        as="form"
        gap={4}
        className={styles.form}
        onSubmit={props.onSubmit}
        noValidate
        aria-label={props.title}
      >
        {props.children}
        {props.problem ? (
          <Notice tone="danger" title={props.problemTitle} headingLevel="h2" role="alert">
            {props.problem}
          </Notice>
        ) : null}
        <Button type="submit" variant="primary" size="large" block busy={props.isSubmitting}>
          {props.submit}
        </Button>
      </Stack>
    </>
  );
}

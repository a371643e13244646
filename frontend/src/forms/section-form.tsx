import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Stack } from "@/ui/layout";
import { ConflictNotice } from "./conflict-notice";
import styles from "./forms.module.css";
import { useUnsaved } from "./unsaved-guard-and-form-drawer";
import type { RecordForm } from "./use-record-form";

interface SectionFormProps<Values extends FieldValues, Sent extends FieldValues> {
  record: RecordForm<Values, Sent>;
  label: string;
  /** Of the button, and of the button while it saves. */
  save: string;
  saving: string;
  /** One of several forms beside each other, each under its label as a heading of this level. */
  headingLevel?: "h2" | "h3";
  /** For a record that others may have changed meanwhile: says what they did. */
  conflictTitle?: string;
  children: ReactNode;
}

/** A record form in a drawer, or in a section of a page: its fields, what went wrong, and the button. */
export function SectionForm<Values extends FieldValues, Sent extends FieldValues>(
  props: SectionFormProps<Values, Sent>,
) {
  const { headingLevel: Heading } = props;
  const { form, element, submit, problem, conflict } = props.record;
  const { isDirty, isSubmitting } = form.formState;
  useUnsaved(isDirty);
  return (
    <Stack as="form" gap={4} ref={element} onSubmit={submit} noValidate aria-label={props.label}>
      {Heading ? <Heading className={styles.heading}>{props.label}</Heading> : null}
      {conflict && props.conflictTitle ? (
        <ConflictNotice
          title={props.conflictTitle}
          changes={conflict.changes}
          onTakeTheirs={conflict.takeTheirs}
          onKeepMine={conflict.keepMine}
        />
      ) : null}
      {props.children}
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Button
        type="submit"
        variant={Heading ? "secondary" : "primary"}
        block={!Heading}
        className={Heading && styles.start}
        busy={isSubmitting}
      >
        {isSubmitting ? props.saving : props.save}
      </Button>
    </Stack>
  );
}

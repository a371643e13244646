import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { BackButton, useGoBack } from "@/ui/layout/back-button-and-return-to-list";
import { PageHeader } from "@/ui/layout/page-header";
import { ConflictNotice } from "./conflict-notice";
import styles from "./forms.module.css";
import { UnsavedQuestion, useLeaveGuard } from "./unsaved-guard-and-form-drawer";
import type { RecordForm } from "./use-record-form";

interface EditFormProps<Values extends FieldValues, Sent extends FieldValues> {
  record: RecordForm<Values, Sent>;
  title: string;
  /** Says what a colleague has changed meanwhile. */
  conflictTitle: string;
  /** Where the way back leads when there is no page before this one. */
  backTo: string;
  isUploading: boolean;
  /** Between the title and the form. */
  intro?: ReactNode;
  aside: ReactNode;
  children: ReactNode;
}

/** Record form with draft, leave guard and conflict resolution. */
export function EditForm<Values extends FieldValues, Sent extends FieldValues>(
  props: EditFormProps<Values, Sent>,
) {
  const { title, conflictTitle, backTo, isUploading } = props;
  const { form, element, submit, problem, conflict, isRestored } = props.record;
  const { isDirty, isSubmitting } = form.formState;
  const guard = useLeaveGuard(isDirty);
  const goBack = useGoBack(backTo);
  return (
    <>
      <PageHeader title={title} back={<BackButton fallback={backTo} />} />
      {props.intro}
      <form ref={element} onSubmit={submit} noValidate>
        {conflict ? (
          <ConflictNotice
            title={conflictTitle}
            changes={conflict.changes}
            onTakeTheirs={conflict.takeTheirs}
            onKeepMine={conflict.keepMine}
          />
        ) : null}
        {isRestored && isDirty ? (
          <Box marginBottom={6}>
            <Notice tone="info" role="status" title={m.record.restored.title}>
              {m.record.restored.hint}
            </Notice>
          </Box>
        ) : null}
        <FormLayout
          aside={props.aside}
          footer={
            <SaveBar
              isDirty={isDirty}
              isSaving={isSubmitting}
              isUploading={isUploading}
              onBack={goBack}
            >
              {problem ? (
                <Notice tone="danger" role="alert" title={m.record.notSaved}>
                  {problem}
                </Notice>
              ) : null}
            </SaveBar>
          }
        >
          {props.children}
        </FormLayout>
      </form>
      <UnsavedQuestion guard={guard} />
    </>
  );
}

interface FormLayoutProps {
  children: ReactNode;
  /** Stays in view beside the fields; below them where there is no room. */
  aside: ReactNode;
  footer: ReactNode;
}

/** A long form with what comes of it at its side. */
function FormLayout({ children, aside, footer }: FormLayoutProps) {
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

interface SaveBarProps {
  isDirty: boolean;
  isSaving: boolean;
  /** An image is on its way; saving now would leave it out. */
  isUploading: boolean;
  onBack: () => void;
  /** What happened to the last attempt, when it is more than a field. */
  children?: ReactNode;
}

/** Stays in reach at the lower edge of a long form. */
function SaveBar({ isDirty, isSaving, isUploading, onBack, children }: SaveBarProps) {
  return (
    <Stack gap={3} lineAbove className={styles.bar}>
      {children}
      <Row gap={3} align="center" justify="end" oneLine>
        <Text grow soft size="s" role="status">
          {stateOf({ isDirty, isSaving, isUploading })}
        </Text>
        <Row gap={3} justify="end">
          <Button variant="quiet" onClick={onBack}>
            {m.common.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={isSaving} disabled={isUploading}>
            {isSaving ? m.common.saving : m.common.save}
          </Button>
        </Row>
      </Row>
    </Stack>
  );
}

function stateOf(state: Pick<SaveBarProps, "isDirty" | "isSaving" | "isUploading">): string {
  if (state.isUploading) return m.record.waitingForImage;
  if (state.isSaving) return "";
  return state.isDirty ? m.record.unsaved : "";
}

/** What customers will see, beside the form that makes it. */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <Text as="h2" soft size="s" weight={650} id={id} className={styles.previewTitle}>
        {m.controls.preview}
      </Text>
      {children}
    </Stack>
  );
}

import type { ComponentProps, ReactNode, Ref } from "react";
import { UnsavedQuestion } from "@/forms/leaving/unsaved-question";
import { useLeaveGuard } from "@/forms/leaving/use-leave-guard";
import { messages as m } from "@/messages";
import { BackButton, useGoBack } from "@/ui/controls/back-button";
import { Notice } from "@/ui/feedback/notice";
import { Box } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { type ConflictChange, ConflictNotice } from "./conflict-notice";
import { FormLayout } from "./form-layout";
import { SaveBar } from "./save-bar";

interface EditFormProps {
  title: string;
  /** "this menu item", "this truck". */
  what: string;
  /** Where the way back leads when there is no page before this one. */
  backTo: string;
  formRef: Ref<HTMLFormElement>;
  onSubmit: ComponentProps<"form">["onSubmit"];
  isDirty: boolean;
  isSaving: boolean;
  isUploading: boolean;
  /** What had not been stored when the session ended is back. */
  isRestored: boolean;
  /** Why it was not stored, when no field says so. */
  problem: string | null;
  conflict: {
    changes: readonly ConflictChange[];
    takeTheirs: () => void;
    keepMine: () => void;
  } | null;
  aside: ReactNode;
  children: ReactNode;
}

/** Record form with draft, leave guard and conflict resolution. */
export function EditForm(props: EditFormProps) {
  const { title, what, backTo, isDirty, isSaving, isUploading, problem, conflict } = props;
  const guard = useLeaveGuard(isDirty);
  const goBack = useGoBack(backTo);
  return (
    <>
      <PageHeader title={title} back={<BackButton fallback={backTo} />} />
      <form ref={props.formRef} onSubmit={props.onSubmit} noValidate>
        {conflict ? (
          <ConflictNotice
            what={what}
            changes={conflict.changes}
            onTakeTheirs={conflict.takeTheirs}
            onKeepMine={conflict.keepMine}
          />
        ) : null}
        {props.isRestored && isDirty ? (
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
              isSaving={isSaving}
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

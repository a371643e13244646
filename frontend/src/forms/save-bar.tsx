import type { ReactNode } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Row, Text } from "@/ui/layout";
import styles from "./forms.module.css";

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
export function SaveBar({ isDirty, isSaving, isUploading, onBack, children }: SaveBarProps) {
  return (
    <div className={styles.bar}>
      {children}
      <Row gap={3} align="center" justify="end" oneLine>
        <Text grow soft size="s" role="status">
          {stateOf({ isDirty, isSaving, isUploading })}
        </Text>
        <Button variant="quiet" onClick={onBack}>
          {m.common.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={isSaving} disabled={isUploading}>
          {isSaving ? m.common.saving : m.common.save}
        </Button>
      </Row>
    </div>
  );
}

function stateOf(state: Pick<SaveBarProps, "isDirty" | "isSaving" | "isUploading">): string {
  if (state.isUploading) return m.record.waitingForImage;
  if (state.isSaving) return "";
  return state.isDirty ? m.record.unsaved : "";
}

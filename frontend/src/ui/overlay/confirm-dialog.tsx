import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef } from "react";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { Row, Stack, Text } from "@/ui/layout";
import { useCloseOnBack } from "./close-on-back";
import styles from "./overlay.module.css";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The verb of what happens: "Delete". */
  confirmLabel: string;
  /** The way back, where "Cancel" could be read as the deed itself. */
  dismissLabel?: string;
  /** What it takes away cannot be had back. */
  destructive?: boolean;
  /** It runs; the dialog stays until the caller closes it. */
  pending?: boolean;
  /** What it is about is not known yet, so it cannot be confirmed. */
  blocked?: boolean;
  /** The router asks, and holds its own step through the history until the answer. */
  isOfRouter?: boolean;
  onConfirm: () => void;
  children: ReactNode;
}

/** Asks before something that is hard to undo. The focus starts on the way back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, confirmLabel, pending = false, onConfirm, children } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const handleOpenChange = (next: boolean) => {
    if (!pending) onOpenChange(next);
  };
  useCloseOnBack(open && !props.isOfRouter, () => handleOpenChange(false));
  return (
    <AlertDialog.Root open={open} onOpenChange={handleOpenChange}>
      <AlertDialog.Portal>
        {/* Asked from within a drawer, it dims that as well. */}
        <AlertDialog.Backdrop forceRender className={styles.backdrop} />
        <AlertDialog.Popup
          className={classNames(styles.popup, styles.dialog)}
          initialFocus={cancel}
        >
          {/* A title may be a name that is wider than the screen. */}
          <Stack gap={4} columns="fill" breaks className={styles.content}>
            <Text as={AlertDialog.Title} size="xl">
              {title}
            </Text>
            <Text as={AlertDialog.Description} soft render={<div />}>
              {children}
            </Text>
            <Row gap={3} justify="end" paddingTop={2} className={styles.actions}>
              <AlertDialog.Close ref={cancel} render={<Button disabled={pending} />}>
                {props.dismissLabel ?? m.common.cancel}
              </AlertDialog.Close>
              <Button
                variant={props.destructive ? "danger" : "primary"}
                busy={pending}
                disabled={props.blocked ?? false}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </Row>
          </Stack>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { type ReactNode, type RefObject, useRef } from "react";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { CloseIcon } from "@/ui/icons/icons";
import { Row } from "@/ui/layout";
import styles from "./overlay.module.css";

export interface OverlayProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The accessible name, and what the heading shows. */
  title: string;
  /** Stays in view below the scrolling content. */
  footer?: ReactNode;
  children: ReactNode;
  /** Where the focus goes on opening; the first control otherwise. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Where the focus goes on closing; true: back to where it was before. */
  finalFocus?: (() => HTMLElement | true | null) | undefined;
  /** Called once the closing motion is over. */
  onClosed?: () => void;
}

/** A centred dialog (a sheet from below on a phone). Traps and restores the focus, closes on Escape. */
export function Dialog(props: OverlayProps) {
  return <Overlay {...props} shape={styles.dialog} />;
}

function Overlay({
  open,
  onOpenChange,
  title,
  footer,
  children,
  initialFocus,
  finalFocus,
  onClosed,
  shape,
}: OverlayProps & { shape: string | undefined }) {
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup
          className={classNames(styles.popup, shape)}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
        >
          <Row
            as="header"
            gap={4}
            align="center"
            justify="between"
            oneLine
            className={styles.header}
          >
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close className={styles.close} aria-label={m.common.close}>
              <CloseIcon />
            </BaseDialog.Close>
          </Row>
          <div className={styles.body}>{children}</div>
          {footer ? <footer className={styles.footer}>{footer}</footer> : null}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** A panel that slides in from the right. Traps and restores the focus, closes on Escape. */
export function Drawer(props: OverlayProps) {
  return <Overlay {...props} shape={styles.drawer} />;
}

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
  onConfirm: () => void;
  children: ReactNode;
}

/** Asks before something that is hard to undo. The focus starts on the way back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, confirmLabel, pending = false, onConfirm, children } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!pending) onOpenChange(next);
      }}
    >
      <AlertDialog.Portal>
        {/* Asked from within a drawer, it dims that as well. */}
        <AlertDialog.Backdrop forceRender className={styles.backdrop} />
        <AlertDialog.Popup
          className={classNames(styles.popup, styles.dialog)}
          initialFocus={cancel}
        >
          <div className={styles.content}>
            <AlertDialog.Title className={styles.confirmDialogTitle}>{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className={styles.text}>
              {children}
            </AlertDialog.Description>
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
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { CloseIcon } from "@/ui/icons/first-page-icons";
import { Box, Row, Text } from "@/ui/layout";
import { useCloseOnBack } from "./close-on-back";
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
  useCloseOnBack(open, () => onOpenChange(false));
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
            <Text as={BaseDialog.Title} size="xl" shrinks breaks>
              {title}
            </Text>
            <Box
              as={BaseDialog.Close}
              bare
              square
              radius="control"
              className={styles.close}
              aria-label={m.common.close}
            >
              <CloseIcon />
            </Box>
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

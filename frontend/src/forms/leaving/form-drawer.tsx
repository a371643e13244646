import type { ReactNode } from "react";
import type { OverlayProps } from "@/ui/overlay/dialog";
import { Drawer } from "@/ui/overlay/dialog";
import { UnsavedGuard, useLeaveForm } from "./unsaved-guard";

interface FormDrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  finalFocus?: OverlayProps["finalFocus"];
  children: ReactNode;
}

/** A drawer with forms. Asks before it is closed, or its page is left, with changes that are not saved. */
export function FormDrawer(props: FormDrawerProps) {
  return (
    <UnsavedGuard>
      <GuardedDrawer {...props} />
    </UnsavedGuard>
  );
}

function GuardedDrawer({ open, onClose, title, finalFocus, children }: FormDrawerProps) {
  const leave = useLeaveForm();
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) leave(onClose);
      }}
      title={title}
      finalFocus={finalFocus}
    >
      {children}
    </Drawer>
  );
}

import type { ReactNode } from "react";
import { Drawer } from "@/ui/overlay/drawer";
import { UnsavedGuard, useLeaveForm } from "./unsaved-guard";

interface FormDrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
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

function GuardedDrawer({ open, onClose, title, children }: FormDrawerProps) {
  const leave = useLeaveForm();
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) leave(onClose);
      }}
      title={title}
    >
      {children}
    </Drawer>
  );
}

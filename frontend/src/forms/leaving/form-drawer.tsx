import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { Drawer } from "@/ui/overlay/drawer";
import { UnsavedQuestion } from "./unsaved-question";
import { useLeaveGuard } from "./use-leave-guard";

interface FormInDrawer {
  setDirty: (isDirty: boolean) => void;
  /** Runs what takes the form away, at once or once the user agrees to lose the changes. */
  leave: (action: () => void) => void;
}

const FormContext = createContext<FormInDrawer | null>(null);

interface FormDrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** A drawer with a form. Asks before it is closed, or its page is left, with changes that are not saved. */
export function FormDrawer({ open, onClose, title, children }: FormDrawerProps) {
  const [isDirty, setDirty] = useState(false);
  const [held, setHeld] = useState<(() => void) | null>(null);
  const leave = (action: () => void) => (isDirty ? setHeld(() => action) : action());
  const question = {
    isHeld: held !== null,
    proceed: () => {
      setHeld(null);
      held?.();
    },
    stay: () => setHeld(null),
  };
  return (
    <FormContext value={{ setDirty, leave }}>
      <Drawer
        open={open}
        onOpenChange={(next) => {
          if (!next) leave(onClose);
        }}
        title={title}
      >
        {children}
      </Drawer>
      <UnsavedQuestion guard={question} />
      {open && isDirty ? <PageGuard /> : null}
    </FormContext>
  );
}

/** Mounted only while there is something to lose: a page can have one such guard at a time. */
function PageGuard() {
  return <UnsavedQuestion guard={useLeaveGuard(true)} />;
}

/** Tells the drawer around a form whether there is something to lose. */
export function useUnsavedInDrawer(isDirty: boolean): void {
  const setDirty = use(FormContext)?.setDirty;
  useEffect(() => {
    setDirty?.(isDirty);
    return () => setDirty?.(false);
  }, [setDirty, isDirty]);
}

/** Within a FormDrawer: runs an action that takes the form away, after the question where there are changes. */
export function useLeaveForm(): (action: () => void) => void {
  const form = use(FormContext);
  return form?.leave ?? ((action) => action());
}

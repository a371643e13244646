import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import type { BlockerFunction } from "react-router";
import { useBlocker } from "react-router";
import { messages as m } from "@/messages";
import { belowOverlays } from "@/ui/overlay/close-on-back";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { Drawer, type OverlayProps } from "@/ui/overlay/dialog-and-drawer";

interface Unsaved {
  setDirty: (form: string, isDirty: boolean) => void;
  /** Runs what takes the forms away, at once or once the user agrees to lose the changes. */
  leave: (action: () => void) => void;
}

const UnsavedContext = createContext<Unsaved | null>(null);

/** Asks before the forms inside are taken away, or their page is left, with changes that are not saved. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [dirtyForms, setDirtyForms] = useState<readonly string[]>([]);
  const [held, setHeld] = useState<(() => void) | null>(null);
  const isDirty = dirtyForms.length > 0;
  const unsaved = useMemo<Unsaved>(
    () => ({
      setDirty: (form, isFormDirty) =>
        setDirtyForms((forms) => [
          ...forms.filter((other) => other !== form),
          ...(isFormDirty ? [form] : []),
        ]),
      leave: (action) => (isDirty ? setHeld(() => action) : action()),
    }),
    [isDirty],
  );
  const question = {
    isHeld: held !== null,
    isOfRouter: false,
    proceed: () => {
      setHeld(null);
      held?.();
    },
    stay: () => setHeld(null),
  };
  return (
    <UnsavedContext value={unsaved}>
      {children}
      <UnsavedQuestion guard={question} />
      {isDirty ? <PageGuard /> : null}
    </UnsavedContext>
  );
}

/** Mounted only while there is something to lose: a page can have one such guard at a time. */
function PageGuard() {
  return <UnsavedQuestion guard={useLeaveGuard(true)} />;
}

/** Tells the guard around a form whether there is something to lose. */
export function useUnsaved(isDirty: boolean): void {
  const form = useId();
  const setDirty = use(UnsavedContext)?.setDirty;
  // A layout effect, so that the guard knows in the task in which something was typed: Back may be the next one.
  useLayoutEffect(() => {
    if (!isDirty) return;
    setDirty?.(form, true);
    return () => setDirty?.(form, false);
  }, [setDirty, form, isDirty]);
}

/** Within an UnsavedGuard: runs an action that takes the form away, after the question where there are changes. */
export function useLeaveForm(): (action: () => void) => void {
  return use(UnsavedContext)?.leave ?? ((action) => action());
}

type LeaveGuard = ReturnType<typeof useLeaveGuard>;

/** The question that `useLeaveGuard` asks. */
export function UnsavedQuestion({ guard }: { guard: LeaveGuard }) {
  return (
    <ConfirmDialog
      open={guard.isHeld}
      onOpenChange={(open) => {
        if (!open) guard.stay();
      }}
      isOfRouter={guard.isOfRouter}
      title={m.record.leave.title}
      confirmLabel={m.record.leave.action}
      dismissLabel={m.record.leave.stay}
      destructive
      onConfirm={guard.proceed}
    >
      {m.record.leave.hint}
    </ConfirmDialog>
  );
}

let isLeaving = false;

/** Navigates without the question: the record was saved or deleted, so there is nothing left to lose. */
export function leaveUnasked(navigate: () => void): void {
  isLeaving = true;
  belowOverlays(navigate);
}

/** Asks before a page with unsaved changes is left: by a link, by back and forward, by closing the tab. */
export function useLeaveGuard(isDirty: boolean) {
  useEffect(() => {
    isLeaving = false;
  }, []);
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isLeaving && currentLocation.pathname !== nextLocation.pathname,
    [isDirty],
  );
  const blocker = useBlocker(shouldBlock);
  useUnloadQuestion(isDirty);
  return {
    /** Whether the question is open. */
    isHeld: blocker.state === "blocked",
    isOfRouter: true,
    proceed: () => {
      isLeaving = true;
      blocker.proceed?.();
    },
    stay: () => blocker.reset?.(),
  };
}

function useUnloadQuestion(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
}

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

import { useEffect, useRef, useState } from "react";
import { create } from "zustand";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from "@/ui/icons/first-page-icons";
import { Text } from "@/ui/layout";
import styles from "./toast.module.css";
import { drawToastsWith } from "./toast-region";

type ToastType = "success" | "error" | "warning" | "info";

interface Toast {
  type: ToastType;
  message: string;
  /** One thing to do about it, such as opening the cart. */
  action?: { label: string; onClick: () => void };
}

interface ShownToast extends Toast {
  id: number;
  leaving: boolean;
}

const TOAST_LIMIT = 2;
const TOAST_DISMISS_MS = 5_000;
export const TOAST_EXIT_MS = 300;

export const useToasts = create<{ toasts: ShownToast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Adds a toast, in place of an earlier one if that is named; at most two are up, the oldest gives way. Returns its id. */
function addToast(toast: Toast, replaced?: number): number {
  lastId += 1;
  const id = lastId;
  useToasts.setState(({ toasts }) => ({
    toasts: [
      ...toasts.filter((shown) => shown.id !== replaced),
      { ...toast, id, leaving: false },
    ].slice(-TOAST_LIMIT),
  }));
  return id;
}

/** Starts the exit motion of a toast and takes it away when that is over. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)),
  }));
  setTimeout(() => {
    useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
  }, TOAST_EXIT_MS);
}

/** Shows a short notice in the 'Notifications' region, in place of an earlier one if that is named. Returns its id. */
export function showToast(toast: Toast, replaced?: number): number {
  drawToastsWith(Toasts);
  return addToast(toast, replaced);
}

/** What the region shows. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return toasts.map((toast) => <ToastCard key={toast.id} toast={toast} />);
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const [held, setHeld] = useState(false);
  const { id } = toast;
  const cameFrom = useRef<Element | null>(null);

  /** The focus goes back to where it was, because the button that has it goes away. */
  function dismiss(): void {
    dismissToast(id);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), TOAST_DISMISS_MS);
    return () => clearTimeout(timer);
  }, [id, held]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing under the pointer adds no action; the buttons inside are the controls.
    <div
      className={classNames(styles.toast, styles[toast.type], toast.leaving && styles.leaving)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true);
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.icon}>{iconOf(toast.type)}</span>
      <Text
        className={styles.text}
        shrinks
        size="s"
        weight={600}
        role={toast.type === "error" ? "alert" : undefined}
      >
        {toast.message}
      </Text>
      {toast.action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismiss();
            toast.action?.onClick();
          }}
        >
          {toast.action.label}
        </button>
      ) : null}
      <button
        type="button"
        className={styles.close}
        aria-label={m.app.toasts.dismiss}
        onClick={dismiss}
      >
        <CloseIcon size={16} />
      </button>
    </div>
  );
}

function iconOf(type: Toast["type"]) {
  if (type === "success") return <CheckIcon />;
  if (type === "info") return <InfoIcon />;
  return <AlertIcon />;
}

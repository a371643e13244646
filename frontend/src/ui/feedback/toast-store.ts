import { create } from "zustand";

type ToastType = "success" | "error" | "warning" | "info";

export interface Toast {
  type: ToastType;
  message: string;
  /** One thing to do about it, such as opening the cart. */
  action?: { label: string; onClick: () => void };
}

export interface ShownToast extends Toast {
  id: number;
  leaving: boolean;
}

const TOAST_LIMIT = 2;
export const TOAST_DISMISS_MS = 5_000;
export const TOAST_EXIT_MS = 300;

export const useToasts = create<{ toasts: ShownToast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Adds a toast, in place of an earlier one if that is named; at most two are up, the oldest gives way. Returns its id. */
export function addToast(toast: Toast, replaced?: number): number {
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

import { drawToastsWith } from "./toast-region";
import { addToast, type Toast } from "./toast-store";
import { Toasts } from "./toasts";

/** Shows a short notice in the 'Notifications' region. Returns its id. */
export function showToast(toast: Toast): number {
  drawToastsWith(Toasts);
  return addToast(toast);
}

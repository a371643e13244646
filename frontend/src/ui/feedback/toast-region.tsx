import { type ComponentType, useSyncExternalStore } from "react";
import { messages as m } from "@/messages";
import styles from "./toast-region.module.css";

let toasts: ComponentType | null = null;
const listeners = new Set<() => void>();

/** Names what draws the toasts. It comes with the first one, so a page that shows none does not load it. */
export function drawToastsWith(Toasts: ComponentType): void {
  if (toasts === Toasts) return;
  toasts = Toasts;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The one region where toasts appear; rendered once, by the root layout, so that readers listen before the first. */
export function ToastRegion() {
  const Toasts = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => null,
  );
  return (
    <section aria-label={m.app.toasts.label} aria-live="polite" className={styles.region}>
      {Toasts ? <Toasts /> : null}
    </section>
  );
}

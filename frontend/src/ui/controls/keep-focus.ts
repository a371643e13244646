import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";

/** The control that lost the focus by its work and has not had it back. */
let lastBusy: HTMLElement | null = null;

/**
 * A control that is disabled while something runs loses the focus, and a person at a keyboard
 * loses the place. It comes back afterwards, unless it has gone somewhere else meanwhile.
 */
export function useFocusBack<Control extends HTMLElement>(busy: boolean, outer?: Ref<Control>) {
  const control = useRef<Control>(null);
  const hadFocus = useRef(false);
  useImperativeHandle(outer, () => control.current as Control, []);
  useLayoutEffect(() => {
    if (busy) {
      hadFocus.current = document.activeElement === control.current;
      if (hadFocus.current) lastBusy = control.current;
      return;
    }
    if (hadFocus.current && isNowhere(document.activeElement)) {
      control.current?.focus({ preventScroll: true });
      forget(control.current);
    }
    hadFocus.current = false;
  }, [busy]);
  useLayoutEffect(() => {
    const used = control.current;
    return () => forget(used);
  }, []);
  return control;
}

function forget(control: HTMLElement | null): void {
  if (lastBusy === control) lastBusy = null;
}

/** Whether the control that had the focus is gone or disabled. */
export function isNowhere(focused: Element | null): boolean {
  return focused === null || focused === document.body;
}

/** For a dialog that opened while a control was busy: once it has closed, the focus is back at that control. */
export function focusLastBusy(): void {
  if (isNowhere(document.activeElement)) lastBusy?.focus({ preventScroll: true });
  lastBusy = null;
}

/**
 * A user who removes an item of a list at the keyboard loses the place, because its button goes with it. The focus goes
 * to the element with the returned ref then, such as the heading of the list, which needs a `tabIndex` of -1.
 */
export function useFocusWhenFewer<Target extends HTMLElement>(count: number) {
  const target = useRef<Target>(null);
  const before = useRef(count);
  useEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (isFewer && isNowhere(document.activeElement)) target.current?.focus();
  }, [count]);
  return target;
}

import { type KeyboardEvent, type PointerEvent, useState } from "react";

export interface PointedBar {
  /** Which bar is pointed at, from 0; null for none. */
  place: number | null;
  handlers: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerLeave: (event: PointerEvent) => void;
    onFocus: () => void;
    onBlur: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** The bar that the pointer is over, or that arrow keys, Home and End have come to. */
export function usePointedBar(count: number): PointedBar {
  const [pointed, setPlace] = useState<number | null>(null);
  // Another period may have fewer bars.
  const place = pointed === null || pointed < count ? pointed : null;
  const point = (event: PointerEvent) => setPlace(placeUnder(event, count));

  function handleKeyDown(event: KeyboardEvent) {
    const next = event.key === "Escape" ? null : placeAfter(event.key, place ?? 0, count);
    if (next === undefined) return;
    event.preventDefault();
    setPlace(next);
  }

  return {
    place,
    handlers: {
      onPointerDown: point,
      onPointerMove: point,
      // A finger that is lifted leaves as well; what it has tapped stays until another tap. What the keyboard has
      // come to stays when the page moves away under the mouse.
      onPointerLeave: ({ pointerType, currentTarget }) => {
        if (pointerType === "mouse" && !currentTarget.matches(":focus-visible")) setPlace(null);
      },
      onFocus: () => setPlace((present) => present ?? 0),
      onBlur: () => setPlace(null),
      onKeyDown: handleKeyDown,
    },
  };
}

function placeUnder({ clientX, currentTarget }: PointerEvent, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  const place = width > 0 ? Math.floor(((clientX - left) / width) * count) : 0;
  return Math.min(Math.max(place, 0), count - 1);
}

/** Where a key leads to; undefined for every other key. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.min(Math.max(next, 0), count - 1);
}

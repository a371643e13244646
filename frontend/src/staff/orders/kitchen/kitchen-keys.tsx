import { type RefObject, useEffect, useEffectEvent } from "react";
import { messages as m } from "@/messages";
import { Row } from "@/ui/layout";
import styles from "./kitchen.module.css";

const keysAndMeanings = (): [string[], string][] => [
  [["1", "–", "9"], m.kitchen.keys.find],
  [["←", "↑", "↓", "→"], m.kitchen.keys.next],
  [["Enter"], m.kitchen.keys.step],
  [["U"], m.kitchen.keys.undo],
];

/** For a bump bar or a keyboard; a tablet without one does not show it. */
export function KeysHelp() {
  return (
    <section aria-label={m.kitchen.keys.title} className={styles.help}>
      <Row as="ul" gap={4} rowGap={1} className={styles.list}>
        {keysAndMeanings().map(([keys, does]) => (
          <li key={does}>
            {keys.map((key) => (key === "–" ? key : <kbd key={key}>{key}</kbd>))} {does}
          </li>
        ))}
      </Row>
    </section>
  );
}

type Direction = "left" | "right" | "up" | "down";

const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/**
 * The kitchen without a pointer: digits and arrows find a ticket's big button, which Enter presses as
 * it presses any button; U takes the last tap back.
 */
export function useKitchenKeys(board: RefObject<HTMLElement | null>, onUndo: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!board.current || isForSomethingElse(event)) return;
    // A key held down too long must not push an order through the whole kitchen.
    if (event.repeat && event.key === "Enter" && isStep(event.target))
      return event.preventDefault();
    if (event.key.toLowerCase() === "u" && !event.repeat) return onUndo();
    const found = wanted(board.current, event.key);
    if (!found) return;
    event.preventDefault();
    found.focus({ preventScroll: true });
    found.closest("article")?.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isForSomethingElse({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return true;
  if (!(target instanceof Element)) return false;
  return target.closest("input, select, textarea, [contenteditable], [role=dialog]") !== null;
}

function isStep(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("[data-step], [data-to]");
}

function wanted(board: HTMLElement, key: string): HTMLElement | null {
  if (/^[1-9]$/.test(key)) {
    return stepsIn(board, "[data-tickets] [data-step]")[Number(key) - 1] ?? null;
  }
  const direction = ARROWS[key];
  return direction ? neighbour(stepsIn(board, "[data-step]"), direction) : null;
}

function stepsIn(board: HTMLElement, selector: string): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>(selector)];
}

/** Sideways in reading order; up and down to what is nearest on the screen. */
function neighbour(steps: HTMLElement[], direction: Direction): HTMLElement | null {
  const [first] = steps;
  const ticket = document.activeElement?.closest("article");
  const here = steps.find((step) => ticket?.contains(step));
  if (!here) return first ?? null;
  const place = steps.indexOf(here);
  if (direction === "left") return steps[place - 1] ?? null;
  if (direction === "right") return steps[place + 1] ?? null;
  return nearest(steps, here, direction);
}

function nearest(steps: HTMLElement[], here: HTMLElement, direction: "up" | "down") {
  const from = middleOf(here);
  const sign = direction === "down" ? 1 : -1;
  const away = steps
    .map((step) => ({ step, at: middleOf(step) }))
    .filter(({ at }) => (at.y - from.y) * sign > 1)
    // A column is kept to: sideways counts twice.
    .map(({ step, at }) => ({ step, far: Math.abs(at.y - from.y) + 2 * Math.abs(at.x - from.x) }))
    .sort((one, other) => one.far - other.far);
  return away[0]?.step ?? null;
}

function middleOf(step: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = (step.closest("article") ?? step).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

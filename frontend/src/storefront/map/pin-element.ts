/** What stands on the map. It can be pressed; a keyboard reaches the same in the list. */
import { hueOf, hueTokens } from "@/domain/trucks/truck-hue";
import { messages as m } from "@/messages";
import type { MapPin } from "./map-rows";
import styles from "./truck-map.module.css";

/** A pin with the first letter of its truck, or the number of its trucks. */
export function pinElement({ rows }: MapPin, onPress: () => void): HTMLElement {
  const pin = document.createElement("button");
  const names = rows.map(({ truck, badge }) => `${truck.name}, ${badge.text}`);
  pin.type = "button";
  pin.tabIndex = -1;
  pin.className = styles.pin ?? "";
  pin.dataset.open = String(rows.some(({ badge }) => badge.isOpen));
  pin.setAttribute("aria-label", names.join("; "));
  pin.setAttribute("aria-pressed", "false");
  const [first, ...others] = rows;
  if (first) pin.dataset.truckHue = hueTokens(hueOf(first.truck));
  const sign = document.createElement("span");
  sign.textContent = others.length > 0 ? String(rows.length) : initialOf(first?.truck.name ?? "");
  pin.append(sign);
  pin.addEventListener("click", (event) => {
    event.stopPropagation(); // A press on the map itself lets go of the pin.
    onPress();
  });
  return pin;
}

/** The customer's own position. */
export function positionElement(): HTMLElement {
  const dot = document.createElement("div");
  dot.className = styles.position ?? "";
  dot.setAttribute("role", "img");
  dot.setAttribute("aria-label", m.map.here);
  return dot;
}

function initialOf(name: string): string {
  const [letter = ""] = name.trim();
  return letter.toUpperCase();
}

import type { messages } from "@/messages";

type HueName = keyof typeof messages.truckForm.hues;

/** Hues to choose from, in degrees, by the names that people give these colors. */
export const ACCENT_HUES: readonly { hue: number; name: HueName }[] = [
  { hue: 0, name: "raspberry" },
  { hue: 30, name: "tomato" },
  { hue: 60, name: "orange" },
  { hue: 90, name: "mustard" },
  { hue: 120, name: "olive" },
  { hue: 150, name: "basil" },
  { hue: 180, name: "mint" },
  { hue: 210, name: "teal" },
  { hue: 240, name: "sky" },
  { hue: 270, name: "blueberry" },
  { hue: 300, name: "violet" },
  { hue: 330, name: "beet" },
];

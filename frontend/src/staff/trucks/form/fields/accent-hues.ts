/** Hues to choose from, in degrees, by the names that people give these colours. */
export const ACCENT_HUES: { hue: number; name: string }[] = [
  { hue: 0, name: "Raspberry" },
  { hue: 30, name: "Tomato" },
  { hue: 60, name: "Orange" },
  { hue: 90, name: "Mustard" },
  { hue: 120, name: "Olive" },
  { hue: 150, name: "Basil" },
  { hue: 180, name: "Mint" },
  { hue: 210, name: "Teal" },
  { hue: 240, name: "Sky" },
  { hue: 270, name: "Blueberry" },
  { hue: 300, name: "Violet" },
  { hue: 330, name: "Beet" },
];

const BROWSERS = [
  ["Edge", /Edg(e|A|iOS)?\//],
  ["Firefox", /Firefox\/|FxiOS\//],
  ["Chrome", /Chrome\/|CriOS\//],
  ["Safari", /Safari\//],
] as const;
const SYSTEMS = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["Mac", /Mac/],
  ["Linux", /Linux/],
] as const;

/** What a person calls this device in a list: "Chrome, Android". Empty for an unknown one. */
export function deviceName(userAgent: string): string {
  const names = [BROWSERS, SYSTEMS].map(
    (list) => list.find(([, sign]) => sign.test(userAgent))?.[0],
  );
  return names.filter(Boolean).join(", ");
}

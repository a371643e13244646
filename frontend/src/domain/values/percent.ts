/** A percentage as people type it ("8.75", "8.75 %") as a number; null for anything else. */
export function parsePercent(text: string, decimals: number): number | null {
  const match = /^(\d{1,3})?(?:\.(\d*))?\s*%?$/.exec(text.trim());
  const [, whole = "", part = ""] = match ?? [];
  if (!match || whole + part === "" || part.length > decimals) return null;
  return Number(`${whole || "0"}.${part || "0"}`);
}

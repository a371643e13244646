import type { MenuItem } from "@/domain/api/public-types";
import type { Line } from "./line-stock";

/** The kitchen effort of the lines. A menu item that is not known needs one unit a piece. */
export function unitsOf(lines: readonly Line[], menu: readonly MenuItem[]): number {
  const byId = new Map(menu.map((menuItem) => [menuItem._id, menuItem]));
  return lines.reduce(
    (sum, line) => sum + line.quantity * (byId.get(line.menuItemId)?.prepUnits ?? 1),
    0,
  );
}

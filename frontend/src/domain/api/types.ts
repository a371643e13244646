/** The server's objects that more than one feature reads, by the names the front end uses for them. */
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type Truck = Schemas["ScheduledTruck"];
export type MenuOption = Schemas["MenuOption"] & Counted;
export type OptionGroup = Omit<Schemas["MenuOptionGroup"], "options"> & { options: MenuOption[] };
export type MenuItem = Omit<Schemas["MenuEntry"], "optionGroups"> &
  Counted & { prepUnits?: number; optionGroups: OptionGroup[] };

/** What a stop may have a limited number of. */
interface Counted {
  /** How many are left, once they are few. */
  remaining?: number;
}

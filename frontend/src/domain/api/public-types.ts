/** The server's objects that more than one feature reads, by the names the front end uses for them. */
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type Truck = Schemas["ScheduledTruck"];
export type MenuItem = Schemas["MenuEntry"];
export type OptionGroup = Schemas["MenuOptionGroup"];
export type MenuOption = Schemas["MenuOption"];

import type { ComponentType } from "react";
import type { Role } from "@/domain/api/admin-types";
import {
  BadgeIcon,
  ChartIcon,
  ClockBackIcon,
  HandIcon,
  HomeIcon,
  LedgerIcon,
  MenuBoardIcon,
  PanIcon,
  PeopleIcon,
  TicketIcon,
  TruckIcon,
} from "@/ui/icons/nav-icons";

export interface AdminPlace {
  to: string;
  label: string;
  icon: ComponentType;
}

const EVERYBODYS: AdminPlace[] = [
  { to: "/admin/dashboard", label: "Dashboard", icon: HomeIcon },
  { to: "/admin/orders", label: "Orders", icon: TicketIcon },
  { to: "/admin/kitchen", label: "Kitchen", icon: PanIcon },
  { to: "/admin/menu", label: "Menu", icon: MenuBoardIcon },
  { to: "/admin/customers", label: "Customers", icon: PeopleIcon },
  { to: "/admin/analytics", label: "Analytics", icon: ChartIcon },
];

const SUPERADMINS: AdminPlace[] = [
  { to: "/admin/trucks", label: "Trucks", icon: TruckIcon },
  { to: "/admin/ledger", label: "Ledger", icon: LedgerIcon },
  { to: "/admin/held-payments", label: "Held payments", icon: HandIcon },
  { to: "/admin/users", label: "Staff", icon: BadgeIcon },
  { to: "/admin/audit", label: "Activity", icon: ClockBackIcon },
];

/** The screens that a role may open, the most used first. */
export function placesOf(role: Role): AdminPlace[] {
  return role === "superadmin" ? [...EVERYBODYS, ...SUPERADMINS] : EVERYBODYS;
}

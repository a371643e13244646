import type { ComponentType } from "react";
import type { Role } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import {
  BadgeIcon,
  BankIcon,
  ChartIcon,
  ClockBackIcon,
  HandIcon,
  HomeIcon,
  LedgerIcon,
  MenuBoardIcon,
  PanIcon,
  PeopleIcon,
  TagIcon,
  TicketIcon,
  TruckIcon,
} from "@/ui/icons/nav-icons";
import { CalendarIcon } from "@/ui/icons/order-icons";

export interface AdminPlace {
  to: string;
  label: string;
  icon: ComponentType;
  /** What waits there for a person, to be counted beside the name. */
  waiting?: "disputes" | "heldPayments";
}

const sharedPlaces = (): AdminPlace[] => [
  { to: "/admin/dashboard", label: m.staff.shell.dashboard, icon: HomeIcon },
  { to: "/admin/orders", label: m.staff.shell.orders, icon: TicketIcon },
  { to: "/admin/kitchen", label: m.staff.shell.kitchen, icon: PanIcon },
  { to: "/admin/menu", label: m.staff.shell.menu, icon: MenuBoardIcon },
  { to: "/admin/schedule", label: m.staff.shell.schedule, icon: CalendarIcon },
  { to: "/admin/customers", label: m.staff.shell.customers, icon: PeopleIcon },
  { to: "/admin/offers", label: m.staff.shell.offers, icon: TagIcon },
  { to: "/admin/analytics", label: m.staff.shell.analytics, icon: ChartIcon },
];

const disputes = (): AdminPlace => ({
  to: "/admin/disputes",
  label: m.staff.shell.disputes,
  icon: BankIcon,
  waiting: "disputes",
});

const superadminPlaces = (): AdminPlace[] => [
  { to: "/admin/trucks", label: m.staff.shell.trucks, icon: TruckIcon },
  { to: "/admin/ledger", label: m.staff.shell.ledger, icon: LedgerIcon },
  disputes(),
  {
    to: "/admin/held-payments",
    label: m.staff.shell.heldPayments,
    icon: HandIcon,
    waiting: "heldPayments",
  },
  { to: "/admin/users", label: m.staff.shell.staff, icon: BadgeIcon },
  { to: "/admin/audit", label: m.staff.shell.activity, icon: ClockBackIcon },
];

/** The screens that a role may open, the most used first. */
export function placesOf(role: Role): AdminPlace[] {
  return role === "superadmin"
    ? [...sharedPlaces(), ...superadminPlaces()]
    : [...sharedPlaces(), disputes()];
}

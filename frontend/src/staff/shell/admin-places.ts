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
} from "@/ui/icons/icons";
import { CalendarIcon } from "@/ui/icons/order-icons";

export interface AdminPlace {
  to: string;
  label: string;
  icon: ComponentType;
  /** What waits there for a person, to be counted beside the name. */
  waiting?: "disputes" | "heldPayments";
}

const sharedPlaces = (): AdminPlace[] => [
  { to: "/admin/dashboard", label: m.common.dashboard, icon: HomeIcon },
  { to: "/admin/orders", label: m.common.orders, icon: TicketIcon },
  { to: "/admin/kitchen", label: m.common.kitchen, icon: PanIcon },
  { to: "/admin/menu", label: m.common.menu, icon: MenuBoardIcon },
  { to: "/admin/schedule", label: m.common.schedule, icon: CalendarIcon },
  { to: "/admin/customers", label: m.common.customers, icon: PeopleIcon },
  { to: "/admin/offers", label: m.common.offers, icon: TagIcon },
  { to: "/admin/analytics", label: m.common.analytics, icon: ChartIcon },
];

const disputes = (): AdminPlace => ({
  to: "/admin/disputes",
  label: m.common.disputes,
  icon: BankIcon,
  waiting: "disputes",
});

const superadminPlaces = (): AdminPlace[] => [
  { to: "/admin/trucks", label: m.common.trucks, icon: TruckIcon },
  { to: "/admin/ledger", label: m.common.ledger, icon: LedgerIcon },
  disputes(),
  {
    to: "/admin/held-payments",
    label: m.common.heldPayments,
    icon: HandIcon,
    waiting: "heldPayments",
  },
  { to: "/admin/users", label: m.common.staff, icon: BadgeIcon },
  { to: "/admin/audit", label: m.common.activity, icon: ClockBackIcon },
];

/** The screens that a role may open, the most used first. */
export function placesOf(role: Role): AdminPlace[] {
  return role === "superadmin"
    ? [...sharedPlaces(), ...superadminPlaces()]
    : [...sharedPlaces(), disputes()];
}

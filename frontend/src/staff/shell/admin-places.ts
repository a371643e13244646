import type { ComponentType } from "react";
import type { Role } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
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
  {
    to: "/admin/dashboard",
    get label() {
      return m.staff.shell.dashboard;
    },
    icon: HomeIcon,
  },
  {
    to: "/admin/orders",
    get label() {
      return m.staff.shell.orders;
    },
    icon: TicketIcon,
  },
  {
    to: "/admin/kitchen",
    get label() {
      return m.staff.shell.kitchen;
    },
    icon: PanIcon,
  },
  {
    to: "/admin/menu",
    get label() {
      return m.staff.shell.menu;
    },
    icon: MenuBoardIcon,
  },
  {
    to: "/admin/customers",
    get label() {
      return m.staff.shell.customers;
    },
    icon: PeopleIcon,
  },
  {
    to: "/admin/analytics",
    get label() {
      return m.staff.shell.analytics;
    },
    icon: ChartIcon,
  },
];

const SUPERADMINS: AdminPlace[] = [
  {
    to: "/admin/trucks",
    get label() {
      return m.staff.shell.trucks;
    },
    icon: TruckIcon,
  },
  {
    to: "/admin/ledger",
    get label() {
      return m.staff.shell.ledger;
    },
    icon: LedgerIcon,
  },
  {
    to: "/admin/held-payments",
    get label() {
      return m.staff.shell.heldPayments;
    },
    icon: HandIcon,
  },
  {
    to: "/admin/users",
    get label() {
      return m.staff.shell.staff;
    },
    icon: BadgeIcon,
  },
  {
    to: "/admin/audit",
    get label() {
      return m.staff.shell.activity;
    },
    icon: ClockBackIcon,
  },
];

/** The screens that a role may open, the most used first. */
export function placesOf(role: Role): AdminPlace[] {
  return role === "superadmin" ? [...EVERYBODYS, ...SUPERADMINS] : EVERYBODYS;
}

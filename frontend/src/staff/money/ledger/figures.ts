import type { LedgerTotals } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";

interface Figure {
  name: Exclude<keyof LedgerTotals, "orders">;
  label: string;
  meaning?: string;
}

/** The columns of the ledger in the order in which they are added up. */
export const FIGURES: readonly Figure[] = [
  {
    name: "items",
    get label() {
      return m.staff.money.items;
    },
  },
  {
    name: "tax",
    get label() {
      return m.staff.money.tax;
    },
  },
  {
    name: "total",
    get label() {
      return m.staff.money.paid;
    },
  },
  {
    name: "refunds",
    get label() {
      return m.staff.money.refunds;
    },
    get meaning() {
      return m.staff.money.sentBackToTheCard;
    },
  },
  {
    name: "disputed",
    get label() {
      return m.staff.money.disputed;
    },
    get meaning() {
      return m.staff.money.takenBackByABank;
    },
  },
  {
    name: "transfer",
    get label() {
      return m.staff.money.toTrucks;
    },
    get meaning() {
      return m.staff.money.onTheirPaymentAccounts;
    },
  },
  {
    name: "fee",
    get label() {
      return m.staff.money.fee;
    },
    get meaning() {
      return m.staff.money.keptOfWhatTrucksGot;
    },
  },
  {
    name: "net",
    get label() {
      return m.staff.money.net;
    },
    get meaning() {
      return m.staff.money.leftWithPlatformBeforeStripes;
    },
  },
];

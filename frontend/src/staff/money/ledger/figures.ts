import type { LedgerTotals } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";

interface Figure {
  name: Exclude<keyof LedgerTotals, "orders">;
  label: string;
  meaning?: string;
}

/** The columns of the ledger in the order in which they are added up. */
export const figures = (): readonly Figure[] => [
  { name: "items", label: m.staff.money.items },
  { name: "tax", label: m.staff.money.tax },
  { name: "tip", label: m.ui.tips.tip },
  { name: "discount", label: m.staff.offers.discounts, meaning: m.staff.offers.takenOffByOffers },
  { name: "total", label: m.staff.money.paid },
  { name: "refunds", label: m.staff.money.refunds, meaning: m.staff.money.sentBackToTheCard },
  { name: "disputed", label: m.staff.money.disputed, meaning: m.staff.money.takenBackByABank },
  {
    name: "transfer",
    label: m.staff.money.toTrucks,
    meaning: m.staff.money.onTheirPaymentAccounts,
  },
  { name: "fee", label: m.staff.money.fee, meaning: m.staff.money.keptOfWhatTrucksGot },
  { name: "net", label: m.staff.money.net, meaning: m.staff.money.leftWithPlatformBeforeStripes },
];

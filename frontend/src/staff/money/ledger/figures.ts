import type { LedgerTotals } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";

interface Figure {
  name: Exclude<keyof LedgerTotals, "orders">;
  label: string;
  meaning?: string;
}

/** The columns of the ledger in the order in which they are added up. */
export const figures = (): readonly Figure[] => [
  { name: "items", label: m.common.items },
  { name: "tax", label: m.common.tax },
  { name: "tip", label: m.common.tip },
  { name: "discount", label: m.common.discounts, meaning: m.offers.discountsHint },
  { name: "total", label: m.common.paid },
  { name: "refunds", label: m.common.refunds, meaning: m.ledger.figures.refundsHint },
  { name: "disputed", label: m.common.disputed, meaning: m.ledger.figures.disputedHint },
  {
    name: "transfer",
    label: m.ledger.figures.toTrucks,
    meaning: m.ledger.figures.toTrucksHint,
  },
  { name: "fee", label: m.ledger.figures.fee, meaning: m.ledger.figures.feeHint },
  { name: "net", label: m.ledger.figures.net, meaning: m.ledger.figures.netHint },
];

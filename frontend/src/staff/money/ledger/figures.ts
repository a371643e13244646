import type { LedgerTotals } from "@/domain/api/admin-types";

interface Figure {
  name: Exclude<keyof LedgerTotals, "orders">;
  label: string;
  meaning?: string;
}

/** The columns of the ledger in the order in which they are added up. */
export const FIGURES: readonly Figure[] = [
  { name: "items", label: "Items" },
  { name: "tax", label: "Tax" },
  { name: "total", label: "Paid" },
  { name: "refunds", label: "Refunds", meaning: "Sent back to the card" },
  { name: "disputed", label: "Disputed", meaning: "Taken back by a bank" },
  { name: "transfer", label: "To trucks", meaning: "On their payment accounts" },
  { name: "fee", label: "Fee", meaning: "Kept of what trucks got" },
  { name: "net", label: "Net", meaning: "Left with the platform, before Stripe's charges" },
];

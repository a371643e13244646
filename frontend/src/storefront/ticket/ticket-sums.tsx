import type { ReactNode } from "react";
import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Price } from "@/ui/content/price";
import { Stack, Text } from "@/ui/layout";
import styles from "./ticket.module.css";

/** What a paid order cost, in dollars. */
export interface TicketAmounts {
  subtotal: number;
  discount?: number;
  offerCode?: string | null;
  tax: number;
  /** In percent; the confirmation does not know it. */
  taxRate?: number;
  tip?: number;
  total: number;
}

interface TicketSumsProps {
  amounts: TicketAmounts;
  totalLabel: string;
  /** Rows below the total. */
  children?: ReactNode;
}

/** How the total of an order comes about, as a customer's ticket ends. */
export function TicketSums({ amounts, totalLabel, children }: TicketSumsProps) {
  const { discount = 0, tip = 0 } = amounts;
  const rows: [string, number][] = [
    [m.common.subtotal, amounts.subtotal],
    ...(discount > 0
      ? [[m.offer.discount({ code: amounts.offerCode }), -discount] satisfies [string, number]]
      : []),
    [m.receipt.tax({ taxRate: amounts.taxRate }), amounts.tax],
    ...(tip > 0 ? [[m.common.tip, tip] satisfies [string, number]] : []),
  ];
  return (
    <Stack as="dl" gap={2} paddingTop={4} className={styles.sums}>
      {rows.map(([name, dollars]) => (
        <TicketSum key={name} name={name} dollars={dollars} />
      ))}
      <Text as="div" size="2xl" weight={800} face="display">
        <dt>{totalLabel}</dt>
        <dd>
          <Price cents={dollarsToCents(amounts.total)} />
        </dd>
      </Text>
      {children}
    </Stack>
  );
}

export function TicketSum({ name, dollars }: { name: string; dollars: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Price cents={dollarsToCents(dollars)} />
      </dd>
    </div>
  );
}

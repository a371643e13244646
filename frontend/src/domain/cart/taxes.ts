import type { components } from "@/domain/api/schema.gen";
import {
  type CartTotals,
  centsToDollars,
  DEFAULT_TAX_RATE,
  divideCents,
  includedTaxCents,
  taxCents,
} from "@/domain/values/money";
import { messages as m } from "@/messages";

export type TaxClass = components["schemas"]["MenuEntry"]["taxClass"];

/** The tax at a truck or at a stop of it, rates in percent. Without a reduced rate its items have the other one. */
export interface TaxTerms {
  taxRate: number;
  reducedTaxRate?: number | null;
  pricesIncludeTax?: boolean;
}

interface TaxedStop {
  place: Pick<TaxTerms, "taxRate" | "reducedTaxRate">;
  /** Null as at the truck. */
  pricesIncludeTax?: boolean | null | undefined;
}

/** The tax where an order is picked up: of the stop's place, or the truck's own. */
export function termsOf(
  truck: TaxTerms | null | undefined,
  stop: TaxedStop | null | undefined,
): TaxTerms {
  const { taxRate, reducedTaxRate } = stop?.place ?? truck ?? { taxRate: DEFAULT_TAX_RATE };
  const pricesIncludeTax = stop?.pricesIncludeTax ?? truck?.pricesIncludeTax ?? false;
  return { taxRate, reducedTaxRate: reducedTaxRate ?? null, pricesIncludeTax };
}

interface TaxedLine {
  cents: number;
  taxClass?: TaxClass | undefined;
}

/**
 * The totals of lines before the tip. The discount is divided among them by largest remainder; tax is rounded once for
 * each rate, half up, on the sum of its lines. The server computes the same, from one table of cases.
 */
export function taxedTotals(
  lines: readonly TaxedLine[],
  { taxRate, reducedTaxRate, pricesIncludeTax = false }: TaxTerms,
  discountCents = 0,
): CartTotals {
  const cents = lines.map((line) => line.cents);
  const subtotalCents = cents.reduce((sum, each) => sum + each, 0);
  const shares = divideCents(discountCents, cents);
  const byRate = new Map<number, number>();
  let exemptCents = 0;
  for (const [index, line] of lines.entries()) {
    const left = line.cents - (shares[index] ?? 0);
    const rate = line.taxClass === "reduced" ? (reducedTaxRate ?? taxRate) : taxRate;
    if (line.taxClass === "exempt") exemptCents += left;
    else byRate.set(rate, (byRate.get(rate) ?? 0) + left);
  }
  const taxOf = pricesIncludeTax ? includedTaxCents : taxCents;
  const parts = [...byRate].map(([rate, sum]) => {
    const tax = taxOf(sum, rate);
    return { rate, taxableCents: sum - (pricesIncludeTax ? tax : 0), taxCents: tax };
  });
  const tax = parts.reduce((sum, part) => sum + part.taxCents, 0);
  return {
    subtotalCents,
    taxCents: tax,
    totalCents: subtotalCents - discountCents + (pricesIncludeTax ? 0 : tax),
    taxes: parts.filter((part) => part.taxableCents > 0).sort((a, b) => b.rate - a.rate),
    exemptCents,
    pricesIncludeTax,
  };
}

/** What screens say of the tax of a cart or an order, amounts in dollars. */
export interface ShownTaxes {
  tax: number;
  taxes?: readonly { rate: number; tax: number }[] | undefined;
  pricesIncludeTax?: boolean | undefined;
  /** The standard rate, for a place that names it also where it is the only one. */
  taxRate?: number | undefined;
}

/** The same of totals in cents. */
export function taxesInDollars({ taxCents: tax, taxes = [], pricesIncludeTax }: CartTotals) {
  return {
    tax: centsToDollars(tax),
    taxes: taxes.map((part) => ({
      rate: part.rate,
      taxable: centsToDollars(part.taxableCents),
      tax: centsToDollars(part.taxCents),
    })),
    pricesIncludeTax: pricesIncludeTax ?? false,
  };
}

/**
 * A row for each rate, with its name and dollars. One rate is named only where `taxRate` is given, and none where
 * nothing is taxed.
 */
export function taxRows({ tax, taxes, pricesIncludeTax, taxRate }: ShownTaxes) {
  const label = pricesIncludeTax ? m.common.taxIncludedAt : m.common.taxAt;
  if (taxes && taxes.length > 1) {
    return taxes.map((part) => ({ label: label({ rate: part.rate }), dollars: part.tax }));
  }
  // An older server, or an order kept by this device, tells no rates.
  const isUntaxed = taxes?.length === 0 && tax === 0;
  const rate = taxRate === undefined || isUntaxed ? undefined : (taxes?.[0]?.rate ?? taxRate);
  return [{ label: label({ rate }), dollars: tax }];
}

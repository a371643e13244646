/** Money as whole cents. JSON carries dollars; everything computed here is an integer. */

/** One unit is a ten-thousandth of a percent, so that any rate with four decimals stays exact. */
const RATE_UNITS_PER_PERCENT = 10_000;
const RATE_UNITS_PER_WHOLE = 100 * RATE_UNITS_PER_PERCENT;

/** Percent; what a truck charges unless it says otherwise. */
export const DEFAULT_TAX_RATE = 8.75;

interface PricedLine {
  baseCents: number;
  optionCents: readonly number[];
  quantity: number;
}

export interface CartTotals {
  subtotalCents: number;
  taxCents: number;
  totalCents: number;
  /** By rate in percent, higher rates first; without it there is one. */
  taxes?: { rate: number; taxableCents: number; taxCents: number }[];
  exemptCents?: number;
  pricesIncludeTax?: boolean;
}

/** Dollars with at most two decimals, as JSON gives them, to cents; a missing amount counts as 0. */
export function dollarsToCents(dollars: number | null | undefined): number {
  return Number.isFinite(dollars) ? Math.round((dollars as number) * 100) : 0;
}

/** Cents to the dollars that the JSON of the API carries. */
export function centsToDollars(cents: number): number {
  return cents / 100;
}

/** An amount as people type it ("12", "12.5", "$12.50") in cents; null for anything else. */
export function parseDollars(text: string): number | null {
  const match = /^\$?\s*(\d{1,7})?(?:\.(\d{0,2}))?$/.exec(text.trim());
  const [, whole = "", part = ""] = match ?? [];
  if (!match || whole + part === "") return null;
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** (base + options) × quantity, in cents. */
export function lineCents({ baseCents, optionCents, quantity }: PricedLine): number {
  const unitCents = optionCents.reduce((sum, cents) => sum + cents, baseCents);
  return unitCents * quantity;
}

/**
 * What each chosen option of a group adds to the price of one item, in cents. In the order of the menu: the cheapest
 * pieces are free, as many as the group says; of equal surcharges those that come first.
 */
export function optionCharges(
  chosen: readonly { cents: number; quantity: number }[],
  freeCount: number,
): number[] {
  const charged = chosen.map(({ cents, quantity }) => cents * quantity);
  let left = freeCount;
  const cheapest = chosen.map((option, index) => ({ ...option, index }));
  for (const { cents, quantity, index } of cheapest.sort((one, other) => one.cents - other.cents)) {
    const free = Math.min(left, quantity);
    charged[index] = cents * (quantity - free);
    left -= free;
  }
  return charged;
}

/** Tax in cents on a subtotal in cents for a rate in percent, rounded once, half up. */
export function taxCents(subtotalCents: number, taxRatePercent: number): number {
  const rateUnits = Math.round(taxRatePercent * RATE_UNITS_PER_PERCENT);
  const scaled = subtotalCents * rateUnits + RATE_UNITS_PER_WHOLE / 2;
  // Taking the remainder away first keeps the division exact; Math.floor of a quotient would not be.
  return (scaled - (scaled % RATE_UNITS_PER_WHOLE)) / RATE_UNITS_PER_WHOLE;
}

/** The tax in cents that an amount in cents contains at a rate in percent, rounded once, half up. */
export function includedTaxCents(cents: number, taxRatePercent: number): number {
  const rateUnits = BigInt(Math.round(taxRatePercent * RATE_UNITS_PER_PERCENT));
  const withTax = BigInt(RATE_UNITS_PER_WHOLE) + rateUnits;
  return Number((2n * BigInt(cents) * rateUnits + withTax) / (2n * withTax));
}

/** An amount divided in proportion to the weights by largest remainder; equal remainders in the order of the weights. */
export function divideCents(cents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  const parts = weights.map((weight, index) => {
    const remainder = (cents * weight) % whole;
    return { index, remainder, share: (cents * weight - remainder) / whole };
  });
  const missing = cents - parts.reduce((sum, part) => sum + part.share, 0);
  const first = [...parts].sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const more = new Set(first.slice(0, missing).map((part) => part.index));
  return parts.map(({ share, index }) => share + (more.has(index) ? 1 : 0));
}

/** A whole percentage of an amount, both in cents, rounded half up. */
export function percentCents(cents: number, percent: number): number {
  const scaled = cents * percent + 50;
  return (scaled - (scaled % 100)) / 100;
}

/** Subtotal, tax and total in cents for the amounts of the lines, in cents. */
export function cartTotals(lines: readonly number[], taxRatePercent: number): CartTotals {
  const subtotalCents = lines.reduce((sum, cents) => sum + cents, 0);
  const tax = taxCents(subtotalCents, taxRatePercent);
  return { subtotalCents, taxCents: tax, totalCents: subtotalCents + tax };
}

/** Cents as people read them: a minus sign if need be, a dollar sign and two decimals; missing is 0. */
export function formatCents(cents: number | null | undefined): string {
  const amount = Number.isFinite(cents) ? Math.round(cents as number) : 0;
  const digits = (Math.abs(amount) / 100).toFixed(2);
  return `${amount < 0 ? "\u2212" : ""}$${digits}`;
}

/** Dollars from the API as people read them: a dollar sign and two decimals; missing counts as 0. */
export function formatDollars(dollars: number | null | undefined): string {
  return formatCents(dollarsToCents(dollars));
}

/** Sums over many orders, with their thousands set apart: $39,836.91. */
export function formatSum(dollars: number): string {
  const [whole = "", rest = ""] = formatDollars(dollars).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

/** A percentage as people type it ("8.75", "8.75 %") as a number; null for anything else. */
export function parsePercent(text: string, decimals: number): number | null {
  const match = /^(\d{1,3})?(?:\.(\d*))?\s*%?$/.exec(text.trim());
  const [, whole = "", part = ""] = match ?? [];
  if (!match || whole + part === "" || part.length > decimals) return null;
  return Number(`${whole || "0"}.${part || "0"}`);
}

/** The specification's formula, written a second time so that the product is not checked against itself. */
export function totalOf(subtotalCents: number, taxRatePercent = 8.75) {
  const units = Math.round(taxRatePercent * 100);
  const taxCents = Math.floor((subtotalCents * units + 5000) / 10_000);
  return { taxCents, totalCents: subtotalCents + taxCents };
}

export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

const MOST_STEPS = 4;
const ROUND = [1, 2, 5, 10];

/** Round values from nought to above the tallest bar; whole ones where things are counted. */
export function axisTicks(tallest: number, isCount: boolean): number[] {
  const rough = Math.max(tallest, isCount ? MOST_STEPS : 1) / MOST_STEPS;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = ROUND.find((round) => round * magnitude >= rough) ?? 10;
  const step = Math.max(factor * magnitude, isCount ? 1 : 0);
  const steps = Math.max(1, Math.ceil(tallest / step));
  return Array.from({ length: steps + 1 }, (_, place) => place * step);
}

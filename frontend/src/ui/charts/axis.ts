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

/** Pixels that the labels may take of the narrowest phone, and about what one takes. */
const PHONE_WIDTH = 270;
const widthOf = (characters: number) => characters * 7 + 12;
const MOST_ON_A_SCREEN = 12;

/** Every how many bars have a label, so that labels do not touch. The phone's are some of the screen's. */
export function labelSteps(labels: readonly string[]): { phone: number; screen: number } {
  const bars = labels.length;
  const longest = labels.reduce((most, { length }) => Math.max(most, length), 0);
  const mostOnPhone = Math.max(1, Math.floor(PHONE_WIDTH / widthOf(longest)));
  const screen = Math.max(1, Math.ceil(bars / MOST_ON_A_SCREEN));
  const phone = screen * Math.max(1, Math.ceil(bars / screen / mostOnPhone));
  return { phone, screen };
}

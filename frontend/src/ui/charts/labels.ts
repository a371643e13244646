const MOST_ON_A_PHONE = 5;
const MOST_ON_A_SCREEN = 12;

/** Every how many bars have a label, so that labels do not touch. The phone's are some of the screen's. */
export function labelSteps(bars: number): { phone: number; screen: number } {
  const screen = Math.max(1, Math.ceil(bars / MOST_ON_A_SCREEN));
  const phone = screen * Math.max(1, Math.ceil(bars / screen / MOST_ON_A_PHONE));
  return { phone, screen };
}

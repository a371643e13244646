/** How many cases a test makes at random: few for every change, more for `make proof`, which sets TEST_SUITE. */
export function generatedCaseCount(count: { change: number; proof: number }): number {
  return process.env.TEST_SUITE === "proof" ? count.proof : count.change;
}

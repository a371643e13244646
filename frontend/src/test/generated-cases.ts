/** How many cases a test makes at random: few for every change, more for `make proof` (scripts/proof.py). */
export function generatedCases(count: { change: number; proof: number }): number {
  return process.env.TEST_SUITE === "proof" ? count.proof : count.change;
}

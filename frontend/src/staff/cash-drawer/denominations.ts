import { CloseRequest } from "@/domain/api/limits.gen";

/** Bills and coins by their value in dollars, the largest first. */
export const DENOMINATIONS = CloseRequest.denominations.names;
export type Denomination = (typeof DENOMINATIONS)[number];

/** What was typed for each denomination. */
export type Count = Readonly<Record<string, string>>;

const MAX_PIECES = 100_000;

/** The value of a denomination in cents. */
export function centsOf(name: Denomination): number {
  return Math.round(Number(name) * 100);
}

/** The pieces that were typed; nothing is none, and null is no number of pieces. */
export function piecesOf(typed: string | undefined): number | null {
  const text = (typed ?? "").trim();
  if (text === "") return 0;
  return /^\d{1,6}$/.test(text) && Number(text) <= MAX_PIECES ? Number(text) : null;
}

/** The sum of what was counted so far, in cents. What is no number counts as none. */
export function sumOf(count: Count): number {
  return DENOMINATIONS.reduce((sum, name) => sum + centsOf(name) * (piecesOf(count[name]) ?? 0), 0);
}

/** The first denomination whose number of pieces cannot be read; null where all can. */
export function firstWrong(count: Count): Denomination | null {
  return DENOMINATIONS.find((name) => piecesOf(count[name]) === null) ?? null;
}

/** What is sent: the pieces of which there are some. */
export function denominationsOf(count: Count): Record<string, number> {
  const counted = DENOMINATIONS.map((name) => [name, piecesOf(count[name]) ?? 0] as const);
  return Object.fromEntries(counted.filter(([, pieces]) => pieces > 0));
}

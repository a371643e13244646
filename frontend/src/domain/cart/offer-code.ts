/** The code of an offer that a link brought along, or that was applied; no longer than the tab lives. */
import { stored, TEXT } from "@/domain/stored";

const CODE = /^[A-Za-z0-9]{3,20}$/;

const codeOf = (slug: string) => stored(`chuckwagon:offer:${slug}`, TEXT, "session");

export function loadOfferCode(slug: string): string {
  return codeOf(slug).read() ?? "";
}

/** Keeps the code, or forgets it where it is empty. */
export function saveOfferCode(slug: string, code: string): void {
  codeOf(slug).write(code || null);
}

/** Forgets this code. Another one that was kept meanwhile stays. */
export function forgetOfferCode(slug: string, code: string): void {
  if (loadOfferCode(slug).toUpperCase() === code.toUpperCase()) saveOfferCode(slug, "");
}

/** Keeps the code of a link such as `/taco-truck?offer=TACO10`, which a poster leads to. */
export function keepLinkedOffer(slug: string, search: string): void {
  const code = new URLSearchParams(search).get("offer") ?? "";
  if (CODE.test(code)) saveOfferCode(slug, code.toUpperCase());
}

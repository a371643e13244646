import { stored, TEXT } from "@/domain/stored";

/** Remembers that a payment was confirmed on this device; true the first time only. */
export function rememberOnce(paymentIntentId: string): boolean {
  const mark = stored(`chuckwagon:confirmed:${paymentIntentId}`, TEXT);
  if (mark.read() !== null) return false;
  mark.write("1");
  return true;
}

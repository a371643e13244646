import { randomUuid } from "@/domain/api/use-send";
import { stored, TEXT } from "@/domain/stored";

const device = stored("chuckwagon.device-id", TEXT);

/** A UUID of this browser, which orders say that it has taken. */
export function deviceId(): string {
  const known = device.read();
  if (known) return known;
  const made = randomUuid();
  device.write(made);
  return made;
}

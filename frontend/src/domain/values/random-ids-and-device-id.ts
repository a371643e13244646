import { stored, TEXT } from "@/domain/stored";

/** crypto.randomUUID needs a secure context, which a phone on the truck's own network may not have. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A random UUID (version 4). */
export function randomUuid(): string {
  const key = randomKey();
  const parts = [key.slice(0, 8), key.slice(8, 12), `4${key.slice(13, 16)}`];
  return [...parts, `8${key.slice(17, 20)}`, key.slice(20)].join("-");
}

const device = stored("chuckwagon.device-id", TEXT);

/** A UUID of this browser, which orders say that it has taken. */
export function deviceId(): string {
  const known = device.read();
  if (known) return known;
  const made = randomUuid();
  device.write(made);
  return made;
}

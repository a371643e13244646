import Bowser from "bowser";
import { messages as m } from "@/messages";

/** Browser and system by the text with which a browser names itself; only for people to recognize a device. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return m.sessions.unknownDevice;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) {
    return m.sessions.device({ browser: browser.name, system: os.name });
  }
  return browser.name || os.name || m.sessions.unknownDevice;
}

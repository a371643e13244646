import { stored, TEXT } from "@/domain/stored";
import { readSubscription, type Subscription } from "./subscription";

/**
 * A subscription at the sandbox, because a browser's own needs its maker's push service and thus the network. Kept as
 * a browser keeps its own, one for each entry.
 */
export async function subscribeAtStandIn(
  url: string,
  publicKey: string,
  scope: string,
): Promise<Subscription> {
  const answer = stored(`push-stand-in:${scope}`, TEXT);
  const kept = readSubscription(answer.read());
  const response = await fetch(`${url}/subscriptions`, {
    method: "POST",
    // The sandbox gives the present one back, unless it has forgotten it.
    body: JSON.stringify({ applicationServerKey: publicKey, endpoint: kept?.endpoint }),
  });
  const text = await response.text();
  const made = response.ok ? readSubscription(text) : null;
  if (!made) throw new Error(`The sandbox answered ${response.status}`);
  answer.write(text);
  return made;
}

import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { PushDenied } from "./subscribe";

/** What to say when a device could not be added. */
export function pushFailure(error: Error): string {
  return error instanceof PushDenied ? m.push.denied : errorMessage(error);
}

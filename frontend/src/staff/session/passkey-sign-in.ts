import { answer, api } from "@/domain/api/client";
import { askForSignIn } from "./passkeys";
import { greet } from "./session";

/** Signs in by a passkey alone and keeps the token. Throws what the calls threw. */
export async function signInByPasskey(remember: boolean): Promise<void> {
  const credential = await askForSignIn(null);
  greet(await answer(api.POST("/api/auth/passkey", { body: { credential, remember } })));
}

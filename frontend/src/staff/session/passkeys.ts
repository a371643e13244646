import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { answer, api } from "@/domain/api/client";
import { messages as m } from "@/messages";

/** What a passkey answers, in the JSON form of WebAuthn. */
export type PasskeyAnswer = Record<string, unknown>;

type Options = Record<string, unknown>;

// Loaded when a passkey is used: most visits need none.
const loadLibrary = () => import("@simplewebauthn/browser");

export function supportsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

/** Asks for a passkey to sign in with; with the token of the first step as second factor. */
export async function askForSignIn(token: string | null): Promise<PasskeyAnswer> {
  const { options } = await answer(api.POST("/api/auth/passkey/options", { body: { token } }));
  return provePasskey(options);
}

/** Asks for a passkey again in this session. */
export async function askForProof(): Promise<PasskeyAnswer> {
  const { options } = await answer(api.POST("/api/auth/proof/options"));
  return provePasskey(options);
}

export async function createPasskey(options: Options): Promise<PasskeyAnswer> {
  const { startRegistration } = await loadLibrary();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return ask(() => startRegistration({ optionsJSON }));
}

async function provePasskey(options: Options): Promise<PasskeyAnswer> {
  const { startAuthentication } = await loadLibrary();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return ask(() => startAuthentication({ optionsJSON }));
}

/** Browsers say in English and for developers why there is no answer; mostly the user has closed the dialog. */
async function ask(prompt: () => Promise<object>): Promise<PasskeyAnswer> {
  try {
    return { ...(await prompt()) };
  } catch (error) {
    const isKnown = error instanceof Error && error.name === "InvalidStateError";
    const message = isKnown ? m.passkeys.alreadyAdded : m.passkeys.unused;
    throw new Error(message);
  }
}

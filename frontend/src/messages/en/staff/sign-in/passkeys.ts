/** Passkeys: signing in with the lock of a device. */
export const passkeys = {
  whatItIs:
    "A passkey signs you in with the fingerprint, face or PIN of your device, with your password or without it.",
  add: "Add a passkey",
  isAdded: "The passkey is added",
  alreadyAdded: "This device has a passkey for your account already.",
  wasNotUsed: "No passkey was used. Try again.",
  wasNotTaken: "This passkey was not accepted. Try again, or use another way.",
  useAPasskey: "Use a passkey",
  proveWithOne: "Confirm with the passkey of your device.",
  signInWithOne: "Sign in with a passkey",
  rename: "Rename",
  renameNamed: ({ name }: { name: string }) => `Rename ${name}`,
  save: "Save name",
};

import type { passkeys as en } from "@/messages/en/staff/sign-in/passkeys";

export const passkeys: typeof en = {
  whatItIs:
    "Con una llave de acceso entras con la huella, la cara o el PIN de tu dispositivo, con tu contraseña o sin ella.",
  add: "Agregar una llave de acceso",
  isAdded: "Se agregó la llave de acceso",
  alreadyAdded: "Este dispositivo ya tiene una llave de acceso para tu cuenta.",
  wasNotUsed: "No se usó ninguna llave de acceso. Inténtalo otra vez.",
  wasNotTaken: "Esta llave de acceso no se aceptó. Inténtalo otra vez o usa otra forma.",
  useAPasskey: "Usar una llave de acceso",
  proveWithOne: "Confirma con la llave de acceso de tu dispositivo.",
  signInWithOne: "Entrar con una llave de acceso",
  rename: "Cambiar nombre",
  renameNamed: ({ name }: { name: string }) => `Cambiar nombre de ${name}`,
  save: "Guardar nombre",
};

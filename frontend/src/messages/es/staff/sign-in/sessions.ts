import type { sessions as en } from "@/messages/en/staff/sign-in/sessions";

export const sessions: typeof en = {
  whereYouAreSignedIn: "Dónde tienes sesión abierta",
  failedToLoad: "No se pudo cargar dónde tienes sesión abierta",
  unknownDevice: "Dispositivo desconocido",
  browserOnSystem: ({ browser, system }: { browser: string; system: string }) =>
    `${browser} en ${system}`,
  thisDevice: "Este dispositivo",
  signedInAt: ({ at }: { at: string }) => `Sesión iniciada: ${at}`,
  lastUsed: ({ age }: { age: string }) => `Último uso: ${age}`,
  networkAddress: ({ network }: { network: string }) => `Dirección de red: ${network}`,
  signOut: "Cerrar sesión",
  sessionEnded: ({ device }: { device: string }) => `Se cerró la sesión de ${device}`,
  showAll: ({ count }: { count: number }) => `Mostrar las ${count}`,
  nowhereElse: "No tienes sesión abierta en ningún otro lugar.",
  signOutEverywhereElse: "Cerrar las demás sesiones",
  signOutOnOthers: ({ count }: { count: number }) =>
    count === 1
      ? "¿Cerrar la sesión en el otro dispositivo?"
      : `¿Cerrar la sesión en ${count} dispositivos más?`,
  thisDeviceStays:
    "En este dispositivo sigues con la sesión abierta. En los demás se pide la contraseña otra vez.",
  signedOutOn: ({ count }: { count: number }) =>
    count === 1
      ? "Se cerró la sesión en 1 dispositivo más"
      : `Se cerró la sesión en ${count} dispositivos más`,
};

import type { offline as en } from "@/messages/en/storefront/offline";
import { ended } from "@/messages/es/time-article";

export const offline: typeof en = {
  notLiveYouAreOffline: "No está al día: estás sin conexión",
  retryingAutomaticallyOrderThatYou:
    "Se intenta de nuevo automáticamente. Una orden que ya hiciste no se ve afectada.",
  tryAgain: "Intentar de nuevo",
  trying: "Intentando…",
  stillNoConnectionRetryingAutomatically:
    "Sigue sin conexión. Se intenta de nuevo automáticamente.",
  youAreOffline: "Estás sin conexión",
  thisDeviceCannotReachChuckwagon:
    "Este dispositivo no puede conectarse con Chuckwagon. La página se abre en cuanto regrese la conexión.",
  menusYouHaveSeen: "Menús que has visto",
  menuLastSeenPricesAnd: ({ time }: { time: string }) =>
    `${ended(`Menú visto por última vez el ${time}`)} Los precios y lo agotado pueden haber cambiado.`,
};

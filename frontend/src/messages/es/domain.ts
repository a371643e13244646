import type { domain as en } from "@/messages/en/domain";
import { withArticle } from "./time-article";

export const domain: typeof en = {
  api: {
    unableToConnectToServer:
      "No se pudo conectar con el servidor. Revisa si el servidor está funcionando.",
    invalidResponseFromServer: ({ status }: { status: number }) =>
      `Respuesta no válida del servidor (${status})`,
    http: ({ status }: { status: number }) => `HTTP ${status}`,
    http2: ({ status, code }: { status: number; code: string }) => `HTTP ${status} ${code}`,
    theTimeIsOver: "Se acabó el tiempo.",
  },
  schedule: {
    open: "Abierto",
    openUntil: ({ time }: { time: string }) => `Abierto hasta ${withArticle(time)}`,
    opens: ({ when }: { when: string }) => `Abre ${when}`,
    minutesLate: ({ minutes }: { minutes: number }) => `${minutes} min tarde`,
    paused: "En pausa",
    closed: "Cerrado",
    today: ({ time }: { time: string }) => `a ${withArticle(time)}`,
    onDay: ({ day, time }: { day: string; time: string }) => `el ${day} a ${withArticle(time)}`,
  },
  trucks: {
    paused: ({ untilLabel }: { untilLabel: string }) => `En pausa ${untilLabel}`,
    takingABreak: "En descanso",
  },
  values: {
    untilTomorrowAt: ({ time }: { time: string }) => `hasta mañana a ${withArticle(time)}`,
    untilAt: ({ day, time }: { day: string; time: string }) =>
      `hasta el ${day} a ${withArticle(time)}`,
    until: ({ time }: { time: string }) => `hasta ${withArticle(time)}`,
  },
};

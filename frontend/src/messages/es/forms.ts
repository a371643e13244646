import type { forms as en } from "@/messages/en/forms";
import { checks } from "./checks";

export const forms: typeof en = {
  checks,
  record: {
    empty: "Vacío",
    someoneElseChangedWhileYou: ({ what }: { what: string }) =>
      `Otra persona cambió ${what} mientras editabas`,
    nothingOfYoursHasBeen:
      "Todavía no se ha guardado nada tuyo ni se ha perdido nada de la otra persona.",
    theySavedItWithoutChanging: "Se guardó sin cambiar ninguno de estos campos.",
    keepEditingMine: "Seguir con lo mío",
    takeTheirs: "Usar lo suyo",
    keepEditingPutsYourChanges:
      "Si sigues con lo tuyo, tus cambios quedan sobre los suyos; tú decides cuándo guardar. Si usas lo suyo, se descartan tus cambios.",
    before: "Antes",
    theirs: "Lo suyo",
    yours: "Lo tuyo",
    cancel: "Cancelar",
    saving: "Guardando…",
    save: "Guardar",
    waitingForTheImage: "Esperando la imagen",
    notSavedYet: "Sin guardar",
    leaveWithoutYourChanges: "¿Salir sin tus cambios?",
    leave: "Salir",
    whatYouChangedOnThis: "Lo que cambiaste en esta página no se ha guardado.",
    yourChangesAreBack: "Recuperamos tus cambios",
    yourSessionEndedBeforeThey: "Tu sesión terminó antes de guardarlos. Revísalos y luego guarda.",
    typedWhileSaving: "Guardado. Lo que escribiste mientras tanto todavía no se ha guardado.",
    notSaved: "No se guardó",
  },
};

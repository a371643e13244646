import type { domainPush as en } from "@/messages/en/domain/push";

export const domainPush: typeof en = {
  denied:
    "Las notificaciones de este sitio están bloqueadas. Permítelas en los ajustes del sitio, junto a la dirección, e inténtalo de nuevo.",
  install:
    "En un iPhone o iPad, primero agrega esta página a la pantalla de inicio: toca Compartir y luego Agregar a inicio. Después ábrela desde ahí.",
  missing: "Este navegador no puede mostrar notificaciones.",
};

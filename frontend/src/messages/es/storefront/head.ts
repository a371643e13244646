import type { head as en } from "@/messages/en/storefront/head";

const ABOUT = "Ordena de tus food trucks favoritos y recoge comida caliente sin hacer fila.";

export const head: typeof en = {
  aboutChuckwagon: ABOUT,
  aboutTruck: ({ name }: { name: string }) => `Ordena de ${name}. ${ABOUT}`,
  sharedTitle: "Chuckwagon: comida caliente de los food trucks a la vuelta",
};

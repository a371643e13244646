import type { uiMore as en } from "@/messages/en/ui/more";

export const uiMore: typeof en = {
  content: {
    asCustomersSeeIt: "Como la ven los clientes",
  },
  controls: {
    back: "Atrás",
    theDownloadFailed: ({ errorMessage }: { errorMessage: string }) =>
      `No se pudo descargar: ${errorMessage}`,
    preparing: "Preparando...",
    quantityOf: ({ itemName }: { itemName: string }) => `Cantidad de ${itemName}`,
    decreaseQuantityOf: ({ itemName }: { itemName: string }) => `Quitar uno de ${itemName}`,
    increaseQuantityOf: ({ itemName }: { itemName: string }) => `Agregar uno de ${itemName}`,
  },
  inputs: {
    hidePassword: "Ocultar la contraseña",
    showPassword: "Mostrar la contraseña",
    showAll: "Mostrar todo",
    nothingMatches: "Sin resultados",
  },
  overlay: {
    cancel: "Cancelar",
    close: "Cerrar",
  },
};

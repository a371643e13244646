import type { uiUpload as en } from "@/messages/en/ui/upload";

export const uiUpload: typeof en = {
  thisImageDoesNotLoad: "Esta imagen no carga. Revisa la dirección.",
  uploading: "Subiendo…",
  preparingTheImage: "Preparando la imagen…",
  uploadProgress: "Avance de la subida",
  cancelUpload: "Cancelar la subida",
  orDropOneHere: "o arrastra una aquí",
  remove: "Quitar",
  tryAgain: "Intentar de nuevo",
  address: ({ label }: { label: string }) => `${label}: dirección`,
  replace: "Reemplazar",
  chooseAFile: "Elegir un archivo",
  for: ({ label }: { label: string }) => `para ${label}`,
};

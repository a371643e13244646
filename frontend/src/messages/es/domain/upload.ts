import type { domainUpload as en } from "@/messages/en/domain/upload";

export const domainUpload: typeof en = {
  uploadFailed: "No se pudo subir",
  theFileIsEmpty: ({ failed }: { failed: string }) => `${failed}: el archivo está vacío.`,
  imageIsLargerThanMb: ({ failed, limitMb }: { failed: string; limitMb: number }) =>
    `${failed}: la imagen pesa más de ${limitMb} MB. Elige una más chica.`,
  thisIsNoImageChoose: ({ failed }: { failed: string }) =>
    `${failed}: esto no es una imagen. Elige un JPEG, PNG, WebP o HEIC.`,
  theUploadWasCalledOff: "Se canceló la subida.",
};

export const domainUpload = {
  uploadFailed: "Upload failed",
  theFileIsEmpty: ({ failed }: { failed: string }) => `${failed}: the file is empty.`,
  imageIsLargerThanMb: ({ failed, limitMb }: { failed: string; limitMb: number }) =>
    `${failed}: the image is larger than ${limitMb} MB. Choose a smaller one.`,
  thisIsNoImageChoose: ({ failed }: { failed: string }) =>
    `${failed}: this is no image. Choose a JPEG, PNG, WebP or HEIC.`,
  theUploadWasCalledOff: "The upload was called off.",
};

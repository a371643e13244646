export const uiUpload = {
  thisImageDoesNotLoad: "This image does not load. Check its address.",
  uploading: "Uploading…",
  preparingTheImage: "Preparing the image…",
  uploadProgress: "Upload progress",
  cancelUpload: "Cancel upload",
  orDropOneHere: "or drop one here",
  remove: "Remove",
  tryAgain: "Try again",
  address: ({ label }: { label: string }) => `${label}: address`,
  replace: "Replace",
  chooseAFile: "Choose a file",
  for: ({ label }: { label: string }) => `for ${label}`,
};

export const IMAGE_URL_INVALID = "Enter an address that starts with https://, or choose a file";

/** Whether the server will take it: nothing, a secure address, or one of our own uploads. */
export function isImageUrl(address: string | null): boolean {
  return address === null || /^(https:\/\/[^\s/]+\S*|\/uploads\/\S+)$/.test(address);
}

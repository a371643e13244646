/** Whether the server will take it: nothing, a secure address, or one of our own uploads. */
export function isImageUrl(address: string | null): boolean {
  return address === null || /^(https:\/\/[^\s/]+\S*|\/uploads\/\S+)$/.test(address);
}

/** What a form of staff or customers says about a value that it cannot send. */
export const checks = {
  pleaseEnterValidEmailAddress: "Please enter a valid email address",
  enterAddressThatStartsWith: "Enter an address that starts with https://, or choose a file",
  atMostCharacters: ({ limit }: { limit: number }) => `At most ${limit} characters`,
};

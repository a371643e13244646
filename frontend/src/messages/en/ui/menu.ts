export const uiMenu = {
  soldOut: "Sold out",
  onlyLeft: ({ left }: { left: number }) => `Only ${left} left`,
  allLeftInCart: "All that is left is in your cart.",
  chooseOptions: "Choose options",
  andAddToCart: ({ name }: { name: string }) => `and add to cart ${name}`,
  addToCart: "Add to cart",
  required: "Required",
  optional: "Optional",
  isSoldOut: ({ name }: { name: string }) => `${name} is sold out.`,
  specialInstructionsOptional: "Special instructions (optional)",
  upToCharacters: ({ instructionsLimit }: { instructionsLimit: number }) =>
    `Up to ${instructionsLimit} characters`,
  justSoldOutRestOf: ({ names }: { names: string }) =>
    `${names} just sold out. The rest of your choice stays.`,
};

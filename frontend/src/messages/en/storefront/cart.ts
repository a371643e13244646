import { plural } from "@/messages/plural";

export const cart = {
  itemItems: ({ count }: { count: number }) => plural(count, { one: "item", other: "items" }),
  cart: ({ items, subtotalCents }: { items: string; subtotalCents: string }) =>
    `Cart, ${items}, ${subtotalCents}`,
  cart2: ({ items }: { items: string }) => `Cart, ${items}`,
  cart3: "Cart",
  inTheCart: ({ items }: { items: string }) => `${items} in the cart`,
  yourCartHasChanged: "Your cart has changed",
  gotIt: "Got it",
  soldOut: "Sold out",
  isSoldOut: ({ soldOut }: { soldOut: string }) => `${soldOut} is sold out`,
  remove: "Remove",
  subtotal: "Subtotal",
  tax: "Tax",
  total: "Total",
  yourCart: "Your cart",
  checkout: "Checkout",
  yourCartIsEmpty: "Your cart is empty",
  pickSomethingFromMenuAnd: "Pick something from the menu and it will wait for you here.",
  backToTheMenu: "Back to the menu",
  somethingHereIsSoldOut: "Something here is sold out just now. Remove it to check out.",
  addNoteForKitchen: "Add a note for the kitchen",
  noteForTheKitchenOptional: "Note for the kitchen (optional)",
  unableToDetermineTruckInformation:
    "Unable to determine truck information. Please try again from the menu page.",
  addedToYourCart: ({ menuItem }: { menuItem: string }) => `${menuItem} added to your cart`,
  viewCart: "View cart",
  lessIsLeftThanHere: "Less is left than you have here. Change it to check out.",
  changeTo: ({ quantity }: { quantity: number }) => `Change to ${quantity}`,
  soldOutJustNow: "Sold out just now",
  isSoldOut2: ({ name }: { name: string }) => `${name} is sold out.`,
  isSoldOut3: ({ name, soldOut }: { name: string; soldOut: string }) =>
    `${name}: ${soldOut} is sold out.`,
};

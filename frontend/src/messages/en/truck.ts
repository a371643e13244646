/** What a truck's page and the cart say, and what staff say with them about menu items and opening hours. */
import { plural } from "@/messages/language";

export const choosing = {
  common: {
    tip: "Tip",
    subtotal: "Subtotal",
    tax: "Tax",
    taxClass: "Tax class",
    taxClasses: { standard: "Standard rate", reduced: "Reduced rate", exempt: "No tax" },
    reducedTaxRate: "Reduced tax rate in percent (optional)",
    reducedTaxHint:
      "Of menu items with the reduced rate. Empty: they have the same rate as the others.",
    sameTaxRate: "The same rate",
    pricesIncludeTax: "Prices include tax",
    taxAt: ({ rate }: { rate?: number | undefined }) =>
      rate === undefined ? "Tax" : `Tax (${rate}%)`,
    taxIncludedAt: ({ rate }: { rate?: number | undefined }) =>
      rate === undefined ? "Includes tax" : `Includes tax (${rate}%)`,
    total: "Total",
    dayFromTo: ({ day, from, to }: { day: string; from: string; to: string }) =>
      `${day}, ${from} to ${to}`,
    name: "Name",
    phone: "Phone",
    asSoonAsPossible: "As soon as possible",
    offerCode: "Offer code",
    card: "Card",
    full: "Full",
    checkAgain: "Check again",
    done: "Done",
    status: "Status",
    paid: "Paid",
    customer: "Customer",
    refunded: "Refunded",
    refundedOf: ({ refunded, quantity }: { refunded: number; quantity: number }) =>
      `${refunded} of ${quantity} refunded`,
    optionFree: ({ option }: { option: string }) => `${option} (free)`,
    optionFreeOf: ({ option, count }: { option: string; count: number }) =>
      `${option} (${count} free)`,
    free: ({ count }: { count: number }) => `${count} free`,
    refundOnItsWay: "Refund on its way",
    confirmed: "Confirmed",
    preparing: "Preparing",
    ready: "Ready",
    orderCancelled: "Cancelled",
    orderConfirmed: "Order confirmed",
    order: "Order",
    cancel: "Cancel",
    back: "Back",
    showAll: "Show all",
    soldOut: "Sold out",
    remove: "Remove",
    menu: "Menu",
    kitchenNoteOptional: "Note for the kitchen (optional)",
    loadingMenu: "Loading the menu...",
    loadingTruck: "Loading the truck...",
    hoursFromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  },
  checks: {
    email: "Please enter a valid email address",
    imageAddress: "Enter an address that starts with https://, or choose a file",
    maxLength: ({ limit }: { limit: number }) => `At most ${limit} characters`,
  },
  menuItem: {
    choose: {
      exactly: ({ count }: { count: number }) => `Choose ${count}`,
      upTo: ({ most }: { most: number }) => `Choose up to ${most}`,
      between: ({ least, most }: { least: number; most: number }) => `Choose ${least} to ${most}`,
      missing: ({ missing }: { missing: number }) =>
        plural(missing, { one: "Choose one.", other: `Choose ${missing}.` }),
      more: ({ missing }: { missing: number }) =>
        plural(missing, { one: "Choose one more.", other: `Choose ${missing} more.` }),
      /** Of what is chosen. */
      free: ({ count }: { count: number }) =>
        plural(count, { one: "The cheapest one is free", other: `The cheapest ${count} are free` }),
      /** Where all cost the same. */
      firstFree: ({ count }: { count: number }) =>
        plural(count, { one: "First one free", other: `First ${count} free` }),
      groupFree: ({ group, count }: { group: string; count: number }) =>
        plural(count, { one: `${group}: one free`, other: `${group}: ${count} free` }),
      /** Of one option. */
      optionUpTo: ({ most }: { most: number }) => `up to ${most}`,
    },
    served: {
      notNow: "Not served now",
      at: ({ times }: { times: string }) => `Served ${times}`,
      of: ({ name, times }: { name: string; times: string }) => `${name}: ${times}.`,
      on: ({ days, hours }: { days: string; hours: string }) => `${days}, ${hours}`,
      daily: ({ hours }: { hours: string }) => `daily, ${hours}`,
      row: ({ first, last }: { first: string; last: string }) => `${first} to ${last}`,
    },
    otherSection: "More from the truck",
    isSoldOut: ({ name }: { name: string }) => `${name} is sold out.`,
    left: ({ left }: { left: number }) => `Only ${left} left`,
    allInCart: "All that is left is in your cart.",
    chooseOptions: "Choose options",
    addNamed: ({ name }: { name: string }) => `and add to cart ${name}`,
    add: "Add to cart",
    required: "Required",
    optional: "Optional",
    instructions: "Special instructions (optional)",
    instructionsHint: ({ limit }: { limit: number }) => `Up to ${limit} characters`,
    justSoldOut: ({ names }: { names: string }) =>
      `${names} just sold out. The rest of your choice stays.`,
  },
  food: {
    diet: "Diet",
    diets: {
      vegan: "Vegan",
      vegetarian: "Vegetarian",
      gluten_free: "Gluten-free",
      halal: "Halal",
      kosher: "Kosher",
    },
    allergen: "Allergens",
    allergens: {
      milk: "milk",
      eggs: "eggs",
      fish: "fish",
      shellfish: "shellfish",
      tree_nuts: "tree nuts",
      peanuts: "peanuts",
      wheat: "wheat",
      soybeans: "soybeans",
      sesame: "sesame",
    },
    noDiet: "None of these diets",
    notStated: "Not stated",
    contains: ({ names }: { names: string }) => `Contains ${names}`,
    containsNone: "Contains none of the nine main allergens",
    allergensNotStated: "Allergens not stated",
    notStatedFor: ({ names }: { names: string }) => `Not stated for ${names}`,
    adds: ({ names }: { names: string }) => `Adds ${names}`,
    notDiet: ({ names }: { names: string }) => `Not ${names.toLowerCase()}`,
    sharedKitchen:
      "The kitchen is shared: all food is made in one small kitchen, so traces of any allergen are possible. With an allergy, talk to the truck before you order.",
    filter: {
      label: "Filter the menu by diet and allergens",
      without: ({ allergen }: { allergen: string }) => `Without ${allergen}`,
      found: ({ count }: { count: number }) =>
        plural(count, { one: "1 menu item fits", other: `${count} menu items fit` }),
      clear: "Clear filters",
      notStatedHint: ({ wanted }: { wanted: string }) =>
        `The truck does not say of these whether they fit: ${wanted}. Ask before you order.`,
      someAdd: ({ names }: { names: string }) => `Some options add ${names}`,
      someEnd: ({ names }: { names: string }) => `Some options: not ${names.toLowerCase()}`,
      someSilent: "Some options do not state their allergens",
    },
  },
  ordering: {
    bookedOut: "No pickup times are left at this stop.",
    todayAt: ({ time }: { time: string }) => `today at ${time}`,
    closed: "This truck is not taking orders right now.",
    lastOrders: ({ time }: { time: string }) => `Last orders were at ${time}.`,
    noStopPlanned: "Its next stop is not planned yet.",
    opensNext: ({ when }: { when: string }) => `It opens ${when}.`,
    ordersStart: ({ when }: { when: string }) => `You can order from ${when}.`,
    preorderFor: ({ when }: { when: string }) => `Pre-order for ${when}`,
    notLive: "No connection right now. What you see may have changed.",
    closedBecause: ({ reason }: { reason: string }) =>
      `This truck is not taking orders right now: ${reason}`,
    back: {
      today: ({ time }: { time: string }) => `Back at ${time}.`,
      tomorrow: ({ time }: { time: string }) => `Back tomorrow at ${time}.`,
      other: ({ day, time }: { day: string; time: string }) => `Back on ${day} at ${time}.`,
    },
  },
  ages: {
    minutes: ({ minutes }: { minutes: number }) => `${minutes}m ago`,
    hours: ({ hours }: { hours: number }) => `${hours}h ago`,
    days: ({ days }: { days: number }) => `${days}d ago`,
  },
  cartChanges: {
    walkUp: "Walk-up",
    gone: ({ name }: { name: string }) => `${name} is no longer on the menu.`,
    optionGone: "An option is no longer offered. Please choose again.",
    chooseAgain: ({ group }: { group: string }) => `Please choose ${group} again.`,
    priceEach: ({ price, formerPrice }: { price: string; formerPrice: string }) =>
      `Now ${price} each, was ${formerPrice}.`,
    priceNow: ({
      name,
      price,
      formerPrice,
    }: {
      name: string;
      price: string;
      formerPrice: string;
    }) => `${name} is now ${price} (was ${formerPrice})`,
    removedGone: ({ name }: { name: string }) => `${name} is no longer on the menu and was removed`,
    removedSoldOut: ({ name }: { name: string }) => `${name} is sold out and was removed`,
    removedOptionSoldOut: ({ name, option }: { name: string; option: string }) =>
      `${name} was removed: ${option} is sold out`,
    removedOptionGone: ({ name, option }: { name: string; option: string }) =>
      `${name} was removed: ${option} is no longer offered`,
    removedChooseAgain: ({ name, group }: { name: string; group: string }) =>
      `${name} was removed: please choose ${group} again`,
    removedBecause: ({ name, reason }: { name: string; reason: string }) =>
      `${name} was removed: ${reason}`,
  },
  controls: {
    preview: "As customers see it",
    downloadFailed: ({ errorMessage }: { errorMessage: string }) =>
      `The download failed: ${errorMessage}`,
    preparing: "Preparing...",
    quantity: ({ itemName }: { itemName: string }) => `Quantity of ${itemName}`,
    quantityLess: ({ itemName }: { itemName: string }) => `Decrease quantity of ${itemName}`,
    quantityMore: ({ itemName }: { itemName: string }) => `Increase quantity of ${itemName}`,
    hidePassword: "Hide password",
    showPassword: "Show password",
    noMatch: "Nothing matches",
  },
};

export const truck = {
  common: {
    checkout: "Checkout",
    browseTrucks: "Browse Food Trucks",
    cartEmpty: "Your cart is empty",
    directions: "Directions",
  },
  cart: {
    button: ({ count, subtotal }: { count: number; subtotal: string }) =>
      plural(count, {
        one: `Cart, 1 item, ${subtotal}`,
        other: `Cart, ${count} items, ${subtotal}`,
      }),
    title: "Cart",
    count: ({ count }: { count: number }) =>
      plural(count, { one: "1 item in the cart", other: `${count} items in the cart` }),
    changed: {
      title: "Your cart has changed",
      dismiss: "Got it",
    },
    line: {
      optionSoldOut: ({ option }: { option: string }) => `${option} is sold out`,
      changeTo: ({ quantity }: { quantity: number }) => `Change to ${quantity}`,
      edit: "Edit",
      save: "Save changes",
      removed: ({ name }: { name: string }) => `${name} was removed.`,
      undo: "Undo",
      undoNamed: ({ name }: { name: string }) => `Undo: put ${name} back`,
    },
    yours: "Your cart",
    emptyHint: "Pick something from the menu and it will wait for you here.",
    back: "Back to the menu",
    soldOutHint: "Something here is sold out just now. Remove it to check out.",
    note: {
      add: "Add a note for the kitchen",
    },
    truckUnknown: "Unable to determine truck information. Please try again from the menu page.",
    added: {
      toast: ({ menuItem }: { menuItem: string }) => `${menuItem} added to your cart`,
      open: "View cart",
    },
    shortHint: "Less is left than you have here. Change it to check out.",
    soldOut: {
      title: "Sold out just now",
      option: ({ name, option }: { name: string; option: string }) =>
        `${name}: ${option} is sold out.`,
    },
    notServedHint: "Something here is not served now. Remove it to check out.",
  },
  truck: {
    about: ({ name }: { name: string }) => `About ${name}`,
    offerCode: ({ code }: { code: string }) => `Code ${code} will be checked at checkout.`,
    menu: {
      sections: "Menu sections",
      failed: "The menu did not load",
      retry: "Retry Loading Menu",
      empty: "No menu items available",
      found: ({ count }: { count: number }) =>
        `Found ${count} menu ${plural(count, { one: "item", other: "items" })}`,
      cartSoldOut: ({ names }: { names: string }) => `In your cart and sold out: ${names}`,
      cartNotServed: ({ names }: { names: string }) => `In your cart and not served now: ${names}`,
    },
    noSlug: {
      title: "No Truck Slug Found",
      hint: "This address does not name a truck. Pick one from the list.",
    },
    missing: {
      title: "Truck Not Found",
      hint: ({ slug }: { slug: string }) => `We couldn't find a truck with slug "${slug}".`,
    },
    failed: "Error Loading Truck",
    stop: {
      title: "Where and when",
      calendar: "Add to calendar",
      lastOrders: ({ time }: { time: string }) => `Last orders at ${time}`,
    },
    change: {
      late: ({ minutes }: { minutes: number }) => `Running ${minutes} minutes late`,
      moved: ({ place }: { place: string }) => `Moved to ${place}`,
      endsEarly: ({ time }: { time: string }) => `Closes early, at ${time}`,
      cancelled: ({ place }: { place: string }) => `Today's stop at ${place} is cancelled`,
    },
    stops: {
      title: "The next seven days",
      chosenClosed: "This stop takes no orders right now.",
      order: "Order for this stop",
      ordering: "Your order is for this stop",
      orderingFor: ({ day, time, place }: { day: string; time: string; place: string }) =>
        `You are ordering for ${day}, ${time}, at ${place}.`,
      orderNext: "Order for the next stop",
      loading: "Loading the coming days...",
      empty: "No stops are planned in the next seven days.",
    },
  },
  device: {
    title: "Notifications about this order",
    turnOn: "Tell me on this device",
    lead: "When your order is ready, or the plan changes. No need to keep this page open.",
    insteadOfTexts: "Instead of text messages",
    fallback: "If we cannot reach this device, we text you.",
  },
  myOrders: {
    lead: "The last ten orders placed on this device. The list is kept in this browser only.",
    empty: "No orders on this device",
    emptyHint: "After you order, you find the order here, with where it stands.",
    browse: "Browse food trucks",
    card: {
      title: ({ number, truck }: { number: string; truck: string }) =>
        `Order ${number} at ${truck}`,
      follow: "Follow order",
      forget: ({ number }: { number: string }) => `Forget order ${number}`,
      gone: "The truck no longer keeps this order.",
    },
    forgetAll: "Forget all orders",
  },
};

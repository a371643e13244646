/** What the list of trucks, their form and their payment accounts say. */

import { formatDollars } from "@/domain/values/money";
import { plural } from "@/messages/language";

export const trucks = {
  truckForm: {
    checks: {
      addressLine: "Please fill this in, or leave the whole address empty",
      state: "Use the two letters of the state, such as TX",
      postalCode: "Use a ZIP code such as 78701",
      slug: "Use lower-case letters, digits and hyphens, with no hyphen at either end",
      minutes: ({ least, most }: { least: number; most: number }) =>
        `Enter ${least} to ${most} minutes`,
      percent: ({ most }: { most: number }) => `Enter a percentage from 0 to ${most}`,
      nameRequired: "Enter the truck's name",
      mostTags: ({ limit }: { limit: number }) => `At most ${limit} tags`,
      timeZoneRequired: "Choose a time zone",
    },
    savedInPart: ({ errorMessage }: { errorMessage: string }) =>
      `The truck is stored, but not how it takes orders: ${errorMessage}`,
    look: {
      color: "Color",
      automatic: "Automatic",
      cardImage: "Card image",
      cardImageHint: "On the home page.",
      bannerHint: "On the truck's own page; without one, the card image stands in.",
      title: "Look",
      lead: "Images are JPEG, PNG, WebP or HEIC up to 10 MB, or an address that starts with https://",
      hue: ({ value }: { value: string | number }) => `Hue ${value}`,
    },
    slug: {
      taken: "Please choose another",
      label: "Web address",
      checking: "Checking whether it is free…",
      free: ({ address }: { address: string }) =>
        `Free: customers will find the truck at ${address}`,
      current: ({ address }: { address: string }) => `Customers find the truck at ${address}`,
      unchecked:
        "We could not check whether it is free; that happens again when you store the truck.",
      changeHint:
        "If you change it, the present address leads to the new one for good, and no other truck can take it.",
      ownHint: "Lower-case letters, digits and hyphens. Empty it to follow the name again.",
      madeHint: "Made from the name. You may write your own.",
    },
    tags: {
      full: ({ limit }: { limit: number }) => `${limit} are the most; remove one to add another.`,
      hint: "Enter adds a tag. The card shows the first three.",
      placeholder: "Mexican, vegan, barbecue…",
      label: "Cuisine tags",
    },
    identity: {
      title: "The truck",
      titleMore: "What customers read",
      activeHint: "When off, customers neither see the truck nor reach its page.",
      shortHint: "One line for the card on the home page. Up to 200 characters.",
      descriptionHint: "For the truck's own page. Up to 2000 characters.",
    },
    money: {
      title: "Owner and money",
      lead: "Customers see nothing of this but the tax.",
      newTaxHint: "Of the place where it sells, 0 to 20. Where there is no sales tax, it is 0.",
      taxHint: "Of the subtotal, 0 to 20.",
      fee: "Platform fee",
      feeHint: "What the platform keeps of each card payment, 0 to 100.",
    },
    ordering: {
      title: "Ordering",
      lead: "The truck's own staff can pause it from their screens as well.",
      confirmsOrders: "Confirm orders automatically",
      confirmsOrdersHint:
        "A new order is Confirmed at once, without a press. One that needs a check first still waits for you.",
      selfService: "Customers may change their orders",
      selfServiceHint:
        "They pick another time or cancel with a refund, until the kitchen starts or ten minutes before the pickup. After a change of plan, and when an order is nearly due and not confirmed, they always may.",
      accepting: "Takes orders",
      hours: "Opening hours",
      anyTime: "Always",
      byStops: "At the stops of its schedule",
      hoursHint: "Stops are planned on the page Schedule.",
      acceptingHint: "When off, customers see the menu and why they cannot order.",
      reason: "What customers read while ordering is off",
      reasonHint: "Such as: back at 2 PM.",
      pausedHint: "On the truck's clocks; orders start again by themselves.",
      endPause: "End the pause",
      leadTime: "Preparation time in minutes",
      leadTimeHint: ({ least, most }: { least: number; most: number }) =>
        `${least} to ${most}; no earlier pickup is offered.`,
      signature: "Signature in texts",
      signatureHint:
        "Customers read it at the end of each text, such as: Questions? Ask Ana at the counter.",
    },
    tax: {
      includedHint:
        "Customers pay what the menu shows, and receipts say how much of it is tax. When off, tax is added to the prices.",
    },
    tips: {
      hint: "Customers may add a tip at the checkout and at the counter. All of it goes to the truck.",
      presetsHint:
        "Three percentages of the subtotal, 1 to 100, separated by commas. Customers may choose another amount.",
      presetsInvalid: "Enter three different whole percentages from 1 to 100, such as 15, 18, 20.",
    },
    zones: {
      eastern: "Eastern Time, New York",
      central: "Central Time, Chicago",
      mountain: "Mountain Time, Denver",
      phoenix: "Mountain Time without summer time, Phoenix",
      pacific: "Pacific Time, Los Angeles",
      alaska: "Alaska Time, Anchorage",
      hawaii: "Hawaii Time, Honolulu",
      atlantic: "Atlantic Time, Puerto Rico",
    },
    contact: {
      title: "Location and contact",
      titleMore: "Contact",
      state: "State",
      stateHint: "Such as OR.",
      businessAddress: "Business address",
      businessAddressHint: "Where the business is registered. Customers do not see it.",
      street: "Street and number",
      businessCity: "City of the business",
      businessState: "State of the business",
      postalCode: "ZIP code",
      zoneHint: ({ time }: { time: string }) =>
        `Pickup times are on these clocks; it is ${time} there now.`,
    },
    delete: {
      hint: "The truck, its page and its menu disappear for good; its orders stay, and its address stays taken. To take it off the street for a while, switch it to not active.",
    },
    conflict: {
      title: "Someone else changed this truck while you were editing",
      noPause: "No pause",
    },
    hues: {
      raspberry: "Raspberry",
      tomato: "Tomato",
      orange: "Orange",
      mustard: "Mustard",
      olive: "Olive",
      basil: "Basil",
      mint: "Mint",
      teal: "Teal",
      sky: "Sky",
      blueberry: "Blueberry",
      violet: "Violet",
      beet: "Beet",
    },
    preview: {
      name: "Your truck",
    },
    titleNew: "New truck",
    draftLead: "It starts as a draft that customers do not see. You add its menu and stops next.",
    more: "More: images, contact, ordering, owner",
    titleEdit: "Edit truck",
    notFound: "Truck not found",
    notFoundHint: "It may have been deleted. The list shows the trucks that there are.",
    failed: "Failed to load truck",
    added: ({ name }: { name: string }) => `${name} added`,
  },
  ourTruck: {
    customers: "What customers see",
  },
  checklist: {
    title: "Checklist",
    loading: "Loading the checklist...",
    failed: "Failed to load the checklist",
    editTruck: "Edit truck",
    draftHint: "Draft. Customers cannot see it before it is published.",
    activeHint: "Customers can see this truck.",
    inactiveHint: "Not active. Customers cannot see this truck.",
    done: "Done",
    required: "Needed",
    recommended: "Recommended",
    notYours: "The platform does this for you.",
    points: {
      menu: {
        title: "Menu",
        open: "Nothing is on sale yet. One menu item is enough to start.",
        done: ({ count }: { count: number }) =>
          plural(count, { one: "1 menu item on sale.", other: `${count} menu items on sale.` }),
        action: "Open menu",
      },
      tax: {
        title: "Tax rate",
        open: "Not confirmed yet. Where there is no sales tax, it is 0.",
        done: () => "Confirmed.",
        action: "Set tax rate",
      },
      schedule: {
        title: "First stop or hours",
        open: "Plan a stop, or open the truck at any time.",
        done: ({ count }: { count: number }) =>
          count === 0
            ? "Open at any time."
            : plural(count, { one: "1 coming stop.", other: `${count} coming stops.` }),
        action: "Open schedule",
      },
      staff: {
        title: "Staff",
        open: "Nobody can sign in for this truck yet.",
        done: ({ count }: { count: number }) =>
          plural(count, { one: "1 person.", other: `${count} people.` }),
        action: "Add staff",
      },
      payments: {
        title: "Payment account",
        open: "Until it has one, card payments stay with the platform.",
        done: () => "Card payments go to the truck.",
        action: "Set up account",
      },
    },
    missing: ({ points }: { points: string }) => `Before it can be published, it needs: ${points}.`,
    complete: "Everything that is needed is there.",
    publish: "Publish",
    seePage: "See its page",
    published: ({ name }: { name: string }) => `${name} is published. Customers can see it now.`,
    publishedByPlatform: "The platform publishes it once everything needed is there.",
    waitsForPlatform: "The platform sees that it is ready, and publishes it.",
  },
  trucks: {
    finish: "Finish",
    finishNamed: ({ name }: { name: string }) => `Finish ${name}`,
    pages: {
      label: "Pages",
      previous: "Previous",
      position: ({ page, pages }: { page: number; pages: number }) => `Page ${page} of ${pages}`,
      next: "Next",
    },
    activate: {
      failed: "Failed to update truck status",
      action: "Activate",
      named: ({ name }: { name: string }) => `Activate ${name}`,
    },
    delete: {
      done: ({ name }: { name: string }) => `${name} was deleted.`,
      failed: "Failed to delete truck",
      ordersChanged: "The truck was not deleted, because its open orders have changed.",
      question: ({ name }: { name: string }) =>
        `Are you sure you want to delete "${name}"? This action cannot be undone.`,
      withRefund: "Delete and refund",
      orders: ({
        orders,
        total,
        refundTotal,
      }: {
        orders: number;
        total: number;
        refundTotal: number;
      }) =>
        plural(orders, {
          one: `1 open order, ${formatDollars(total)}, is cancelled. Its customer gets a text, and ${formatDollars(refundTotal)} is refunded.`,
          other: `${orders} open orders, ${formatDollars(total)}, are cancelled. Their customers get a text, and ${formatDollars(refundTotal)} is refunded.`,
        }),
      payments: ({ checkouts }: { checkouts: number }) =>
        plural(checkouts, {
          one: "1 customer is paying right now. If that payment still goes through, it is refunded at once.",
          other: `${checkouts} customers are paying right now. What still goes through is refunded at once.`,
        }),
    },
    deactivate: {
      question: ({ name }: { name: string }) => `Deactivate ${name}?`,
      hint: "Customers do not find the truck or its menu until you activate it again. Its staff keep their screens.",
      orders: ({ orders, total }: { orders: number; total: number }) =>
        plural(orders, {
          one: `1 open order, ${formatDollars(total)}, stays: finish it on the board, or cancel it there.`,
          other: `${orders} open orders, ${formatDollars(total)}, stay: finish them on the board, or cancel them there.`,
        }),
      done: ({ name }: { name: string }) => `${name} is not active any more.`,
      action: "Deactivate",
      named: ({ name }: { name: string }) => `Deactivate ${name}`,
    },
    updating: ({ name }: { name: string }) => `Updating... ${name}`,
    created: "Created",
    noOwner: "No owner yet",
    emptyHint: "Add the first one: it gets its own page, menu and orders.",
    add: "Add Truck",
    search: {
      label: "Search food trucks",
      noMatch: "No trucks match",
      noMatchHint: ({ search }: { search: string }) =>
        `No results for "${search}". Try a part of the name, the owner or the city.`,
      all: ({ count }: { count: number }) =>
        plural(count, { one: "1 food truck", other: `${count} food trucks` }),
      found: ({ found, all }: { found: number; all: number }) =>
        plural(all, { one: `${found} of 1 food truck`, other: `${found} of ${all} food trucks` }),
      allRange: ({ count, first, last }: { count: number; first: number; last: number }) =>
        `${count} food trucks, showing ${first} to ${last}`,
      foundRange: ({
        found,
        all,
        first,
        last,
      }: {
        found: number;
        all: number;
        first: number;
        last: number;
      }) => `${found} of ${all} food trucks, showing ${first} to ${last}`,
    },
    denied: "Access Denied: This page is only accessible to super administrators.",
    lead: "Who sells on this street, and how they are paid.",
  },
  paymentAccount: {
    needs: {
      products: "What the business sells",
      description: "A description of what is sold",
      website: "The business's website",
      businessType: "Type of business",
      birthday: "Date of birth",
      email: "Email address",
      bankAccount: "Bank account for payouts",
      firstName: "First name",
      lastName: "Last name",
      homeAddress: "Home address",
      taxNumber: "Social Security or taxpayer number",
      lastFour: "Last four digits of the Social Security number",
      phone: "Phone number",
      terms: "Agreement to the payment provider's terms",
      addressDocument: "A second document that proves the address",
      identityDocument: "A photo of an identity document",
    },
    requirements: {
      pastDue: "Past due",
      dueNow: "Due now",
      unanswered: "Stripe's questions have not been answered yet.",
      bothOff: "Stripe asks for nothing more, but has not switched on payments and payouts.",
      paymentsOff: "Stripe asks for nothing more, but has not switched on payments.",
      payoutsOff: "Stripe asks for nothing more, but has not switched on payouts.",
    },
    badge: {
      none: "No Account",
      pastDue: "Past Due",
      setup: "Setup",
    },
    notice: {
      truck: "This food truck",
      opening: ({ name }: { name: string }) => `Opening the Stripe setup of ${name}...`,
      reading: ({ name }: { name: string }) => `Reading the Stripe status of ${name}...`,
      failed: ({ name }: { name: string }) => `The Stripe status of ${name} did not load`,
      dismiss: "Dismiss",
      ready: "Stripe can take payments and pay out.",
      none: "There is no Stripe account for it yet.",
    },
    linkFailed: "Failed to create onboarding link",
    created: ({ name }: { name: string }) => `${name} has a Stripe account now.`,
    createFailed: "Failed to create Stripe account",
    cell: {
      unavailable: "Status unavailable",
      tryAgain: ({ name }: { name: string }) => `Try again: Stripe status of ${name}`,
      creating: "Creating...",
      creatingFor: ({ name }: { name: string }) => `Creating... for ${name}`,
      create: "Create Account",
      createFor: ({ name }: { name: string }) => `Create Account for ${name}`,
      opening: "Opening Stripe...",
      openingFor: ({ name }: { name: string }) => `Opening Stripe... for ${name}`,
      complete: "Complete Setup",
      completeFor: ({ name }: { name: string }) => `Complete Setup for ${name}`,
      needsOf: ({ label, name }: { label: string; name: string }) =>
        `${label}: what Stripe needs from ${name}`,
      loading: ({ name }: { name: string }) => `Loading the Stripe status of ${name}...`,
    },
  },
  share: {
    inactive: "Customers cannot open this address yet",
    inactiveHint:
      "The food truck is not active. The address and the lines below stay the same once it is.",
    copied: "Copied.",
    copyFailed: "Your browser does not allow this. The text is selected: copy it yourself.",
    copyOf: ({ label }: { label: string }) => `Copy: ${label}`,
    address: {
      title: "Your address",
      label: "Address of your menu",
      where: "Paste it where people look for you:",
      google: "Google: in your Business Profile, as website, menu link and link for food orders.",
      instagram: "Instagram: Edit profile, then Links.",
      apple: "Apple Maps: in Apple Business Connect, as website and as the action Order.",
      stays: "If the address changes, earlier ones lead to the new one for good.",
    },
    widget: {
      title: "On your own site",
      hint: "These lines show on any page whether you are open and where, with a button that leads to your menu. Paste them where it should stand.",
      language: "Language",
      languageOfPage: "As the page",
      english: "English",
      spanish: "Español",
      lines: "Lines for your site",
      preview: "This is how it looks:",
      policy: ({ origin }: { origin: string }) =>
        `If your site has a content security policy, allow ${origin} for scripts, connections and images. Nothing else is needed.`,
    },
    poster: {
      title: "At the truck",
      hint: "Customers scan the code on the poster and are on your menu.",
      open: "QR poster",
    },
  },
};

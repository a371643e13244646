/** What the menu, its editor and its option sets say. */
import { plural } from "@/messages/language";

export const menu = {
  menu: {
    noTruck: "No food truck associated with your account. Please contact an administrator.",
    dev: {
      title: "Developer tools",
      testApi: "Test API",
      freshLogin: "Fresh Login",
      reload: "Reload",
      answered: ({ ms, items }: { ms: number; items: number }) =>
        `API answered in ${ms} ms: ${items} menu items`,
      failed: ({ errorMessage }: { errorMessage: string }) => `API test failed: ${errorMessage}`,
    },
    sort: {
      up: ({ name }: { name: string }) => `Move ${name} up`,
      down: ({ name }: { name: string }) => `Move ${name} down`,
      conflict:
        "The menu was changed meanwhile, so it was loaded again. Please check the order and move the menu item once more.",
      moved: ({ name, place, count }: { name: string | number; place: number; count: number }) =>
        `${name} is now number ${place} of ${count}.`,
      failed: ({ errorMessage }: { errorMessage: string }) =>
        `Failed to save the order: ${errorMessage}`,
      hint: "Drag a menu item to its place, or use the arrows (keys Home and End: top and bottom). Every move is saved at once; customers see this order within each section.",
      label: "Menu items in order",
      start: "Reorder menu",
    },
    deleted: ({ name }: { name: string }) => `${name} is off the menu`,
    deleting: "Deleting...",
    table: {
      categoryAndSection: "Category & Section",
      truck: "Food Truck",
    },
    availability: {
      markUnavailable: "Mark Unavailable",
      markAvailable: "Mark Available",
      markAvailableFailed: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
        `Failed to mark ${name} available: ${errorMessage}`,
      markUnavailableFailed: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
        `Failed to mark ${name} unavailable: ${errorMessage}`,
    },
    duplicate: {
      action: "Duplicate",
      named: ({ name }: { name: string }) => `Duplicate ${name}`,
      edit: "Edit it",
      failed: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
        `Failed to duplicate ${name}: ${errorMessage}`,
    },
    search: {
      noMatch: ({ search }: { search: string }) => `No menu items match “${search}”`,
      clear: "Clear search",
      all: ({ count }: { count: number }) =>
        plural(count, { one: "1 menu item", other: `${count} menu items` }),
      found: ({ found, all }: { found: number; all: number }) =>
        plural(all, { one: `${found} of 1 menu item`, other: `${found} of ${all} menu items` }),
      label: "Search name, category, section",
    },
    import: {
      open: "Import menu",
    },
    emptyHint: "Add the menu items one by one, or all at once from a spreadsheet.",
    optionSets: "Option sets",
    toDashboard: "Back to Dashboard",
    add: "Add menu item",
    countsAs: ({ count }: { count: number }) => `Counts as ${count}`,
  },
  menuShared: {
    accessRestricted: "Access Restricted",
    menuItemNotDeleted: "Failed to delete menu item",
    deleteMenuItemHint: "Are you sure you want to delete this menu item? This cannot be undone.",
    isOnMenu: ({ name }: { name: string }) => `${name} is on the menu`,
    nothing: "nothing",
  },
  menuEditor: {
    checks: {
      freeOverMost: "No more can be free than can be chosen.",
      wholeNumber: "Enter a whole number",
      most: ({ limit }: { limit: number }) => `At most ${limit}`,
      priceInvalid: "Enter dollars and cents, from 0 to 9999.99, such as 8.50",
      priceRequired: "Enter a price",
      extraInvalid: "Enter 0 to 1000 dollars, such as 1.50",
      optionNameRequired: "Say what can be chosen",
      groupNameRequired: "Say what is chosen here, such as Size",
      least: "At least 1",
      optionRequired: "Add at least one option",
      mostOptions: ({ limit }: { limit: number }) => `At most ${limit} options`,
      leastOverMost: "“At least” is higher than “At most”",
      tooFewOptions: ({ count }: { count: number }) =>
        plural(count, { one: "There is one option", other: `There are ${count} options` }),
      nameRequired: "Enter the name of the menu item",
      unitsInvalid: ({ least, most }: { least: number; most: number }) =>
        `Enter a whole number from ${least} to ${most}`,
      mostGroups: ({ limit }: { limit: number }) => `At most ${limit} groups`,
    },
    prepUnitsHint:
      "How much of the kitchen one piece takes when a pickup slot has a limit: 1 for most, 2 for twice the work, 0 for what is only handed over, such as drinks.",
    rule: {
      free: ({ count }: { count: number }) =>
        plural(count, {
          one: "The cheapest one is free.",
          other: `The cheapest ${count} are free.`,
        }),
      optional: ({ most }: { most: number }) =>
        plural(most, {
          one: "Optional: a customer may choose one.",
          other: `Optional: a customer may choose up to ${most}.`,
        }),
      exactly: ({ count }: { count: number }) =>
        plural(count, {
          one: "Required: a customer chooses exactly one.",
          other: `Required: a customer chooses exactly ${count}.`,
        }),
      between: ({ least, most }: { least: number; most: number }) =>
        `Required: a customer chooses ${least} to ${most}.`,
    },
    rows: {
      moved: ({ title, place, count }: { title: string; place: number; count: number }) =>
        `${title} is now number ${place} of ${count}`,
      removed: ({ title }: { title: string }) => `${title} removed`,
    },
    option: {
      placeholder: ({ place }: { place: number }) => `Option ${place}`,
      extra: "Extra charge",
      inStock: "In stock",
      upTo: "How often",
      unnamed: "New option",
      up: ({ title }: { title: string }) => `Move option ${title} up`,
      down: ({ title }: { title: string }) => `Move option ${title} down`,
      remove: ({ title }: { title: string }) => `Remove option ${title}`,
    },
    group: {
      title: ({ title }: { title: string }) => `Option group ${title}`,
      label: "Group",
      placeholder: "Size, salsa, extras…",
      unnamed: "New group",
      up: ({ title }: { title: string }) => `Move group ${title} up`,
      down: ({ title }: { title: string }) => `Move group ${title} down`,
      remove: ({ title }: { title: string }) => `Remove group ${title}`,
      least: "At least",
      most: "At most",
      free: "Free",
      tooMuchSoldOut:
        "Too much of this is sold out: nobody can order the menu item until more options are back.",
      optionsOf: ({ title }: { title: string }) => `Options of ${title}`,
      addOption: "Add option",
      addOptionTo: ({ title }: { title: string }) => `Add option to ${title}`,
    },
    groups: {
      lead: "What a customer chooses about this menu item: a size, a salsa, extras. Each choice is a group.",
      add: "Add option group",
    },
    delete: {
      hint: "It disappears from the menu for good; orders that hold it stay as they are. To take it off for a day, switch it to not available.",
      action: "Delete menu item",
      title: ({ name }: { name: string }) => `Delete ${name}?`,
    },
    conflict: {
      title: "Someone else changed this menu item while you were editing",
      group: (group: { name: string; least: number; most: number; options: string }) =>
        `${group.name} (${group.least} to ${group.most}): ${group.options}`,
      soldOutOption: ({ option }: { option: string }) => `${option} (sold out)`,
    },
    food: {
      title: "Diets and allergens",
      lead: "What holds without options. State only what you know: “not stated” is shown as that, and never as “contains none”.",
      containsNone: "Contains none",
      containsThese: "Contains…",
      noDiet: "For none",
      theseDiets: "For…",
      chooseSome: "Choose at least one, or one of the other two answers",
      read: ({ said }: { said: string }) => `Customers read: ${said}`,
      optionAdds: ({ said }: { said: string }) => `Allergens it adds: ${said}`,
      optionNotFor: ({ said }: { said: string }) => `Not for: ${said}`,
      addsLabel: ({ title }: { title: string }) => `Allergens that ${title} adds`,
      addsNone: "Adds none",
      addsThese: "Adds…",
      nothingAdded: "none of the nine",
      notForLabel: ({ title }: { title: string }) => `With ${title} it is not`,
      notForHint:
        "Such as bacon on a vegan bowl. Milk, eggs, fish, shellfish and wheat end the diets that they contradict by themselves.",
      silentOptions: ({ count }: { count: number }) =>
        plural(count, {
          one: "One option says nothing of allergens. An order with it is shown as not stated for it.",
          other: `${count} options say nothing of allergens. An order with one of them is shown as not stated for it.`,
        }),
      silentAddNone: "They add none of the nine",
    },
    saleTimes: {
      label: "Meal times",
      always: "Meal times: always sold",
      hint: "Customers read these times and order it for a pickup within them. They are on the truck's clock; at the counter it is sold at any time.",
      days: "On",
      from: "From",
      to: "To",
      add: "Add a time",
      forSection: ({ section }: { section: string }) =>
        `Use these times for everything in “${section}”`,
      remove: ({ times }: { times: string }) => `Remove: ${times}`,
      invalid: "Choose at least one weekday and both times for each",
    },
    translations: {
      label: "In another language",
      lead: "Customers who read that language see these words; what you leave empty stays as you wrote it above. The kitchen's screen keeps your own words.",
      inLanguage: {
        en: "What customers read in English",
        es: "What customers read in Spanish",
      },
      field: {
        en: ({ field }: { field: string }) => `${field} (English)`,
        es: ({ field }: { field: string }) => `${field} (Spanish)`,
      },
      ofOptions: "Option groups and options",
    },
    preview: {
      name: "Your menu item",
      tryOptions: "Try the options",
    },
    sections: {
      item: "The menu item",
      place: "Place on the menu",
      placeHint: "Menu items of one section stand together.",
    },
    priceHint: "Before extras and tax.",
    availableHint: "When off, customers see it as sold out.",
    descriptionHint: "What is in it, how it is made. Up to 500 characters.",
    imageHint: "JPEG, PNG, WebP or HEIC up to 10 MB.",
    imageAddressHint: "For an image that is on the web already. It starts with https://",
    more: "More: tax, prep units, image address",
    taxClassHint:
      "What the rate is, each place of the truck says. Ask your tax office which menu items have which.",
    categoryHint: "Such as Mains or Drinks.",
    sectionHint: "The heading on the menu, such as Tacos.",
    titleNew: "New menu item",
    titleEdit: "Edit menu item",
    loading: "Loading the menu item...",
    otherTruck: "This menu item belongs to another food truck.",
    notFound: "Menu item not found",
    notFoundHint: "It may have been deleted. The menu shows what there is.",
    failed: "Failed to load menu item",
    deleted: "Menu item deleted",
  },
  optionSets: {
    title: "Option sets",
    lead: "Options that several menu items share. Change a price here once, and it changes for all of them.",
    loading: "Loading the option sets...",
    failed: "Failed to load the option sets",
    empty: "No option sets yet",
    shareHint:
      "Add a set here, or open a menu item and press “Share as a set” at one of its option groups.",
    set: "Option set",
    add: "Add option set",
    items: "Used by",
    unused: "No menu items",
    usedBy: ({ count }: { count: number }) =>
      plural(count, { one: "Used by 1 menu item", other: `Used by ${count} menu items` }),
    changes: ({ items }: { items: string }) =>
      `Saving changes ${items}. Orders that you already have stay as they are.`,
    saved: ({ name, count }: { name: string; count: number }) =>
      plural(count, {
        one: `${name} is saved for 1 menu item`,
        other: `${name} is saved for ${count} menu items`,
      }),
    conflict: "Someone else changed this option set while you were editing",
    deleteQuestion: ({ name }: { name: string }) => `Delete the option set ${name}?`,
    deleteHint: "No menu item uses it. Nothing on the menu changes.",
    deleted: ({ name }: { name: string }) => `The option set ${name} is deleted`,
    inUse: ({ name }: { name: string }) => `${name} is still in use`,
    inUseHint:
      "To delete it, open each of these menu items first. There you can remove the options, or keep them with “Stop sharing”.",
    use: "Use a set…",
    useTitle: "Use an option set",
    useOne: "Use",
    noOther: "There is no other option set",
    copy: "Copy from…",
    copyTitle: "Copy from another menu item",
    copyLead: "The copy belongs to this menu item alone. You can change it as you like.",
    copyOne: "Copy",
    search: "Search menu item or group",
    noneFound: "No option group matches.",
    nothingToCopy: "No other menu item has options",
    ofItem: ({ item }: { item: string }) => `From ${item}`,
    /** While it is not known how many menu items use it. */
    sharedUncounted: "An option set.",
    shared: ({ count }: { count: number }) =>
      plural(count, {
        one: "An option set, used by 1 menu item.",
        other: `An option set, used by ${count} menu items.`,
      }),
    editSet: "Edit the set",
    detach: "Stop sharing",
    share: "Share as a set",
    shareNamed: ({ title }: { title: string }) => `Share as a set: ${title}`,
    sharedNow: ({ name }: { name: string }) =>
      `${name} is an option set now. Save this menu item to use it here.`,
  },
};

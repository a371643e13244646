/** What the menu's option sets say, on their page and in the form of a menu item. */
import { plural } from "@/messages/language";

export const optionSets = {
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

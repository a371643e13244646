/** What home says, and what every page of customers and of staff does. */
import { plural } from "@/messages/language";

export const shared = {
  common: {
    tryAgain: "Try again",
    clearSearch: "Clear the search",
    myOrders: "My orders",
    open: "Open",
    paused: "Paused",
    closed: "Closed",
    loading: "Loading...",
    cuisine: "Cuisine",
    close: "Close",
    appName: "Chuckwagon",
    today: "Today",
    allTrucks: "All food trucks",
    skipToContent: "Skip to content",
    loadingFoodTrucks: "Loading food trucks...",
  },
  failures: {
    noConnection: "Unable to connect to server. Please check if the backend is running.",
    invalidResponse: ({ status }: { status: number }) => `Invalid response from server (${status})`,
    status: ({ status }: { status: number }) => `HTTP ${status}`,
    statusAndCode: ({ status, code }: { status: number; code: string }) => `HTTP ${status} ${code}`,
    timeout: "The time is over.",
  },
  /** As CLDR has them for `en-US`, with plain spaces for its narrow ones. */
  calendar: {
    weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
    months: [
      "January",
      "February",
      "March",
      "April",
      "May",
      "June",
      "July",
      "August",
      "September",
      "October",
      "November",
      "December",
    ],
    halves: ["AM", "PM"],
    day: ({ weekday, month, day }: { weekday: string; month: string; day: number }) =>
      `${weekday}, ${month} ${day}`,
    /** A day of the coming week, and one after it, as short as people write them. */
    weekday: ({ weekday }: { weekday: string }) => weekday.slice(0, 3),
    date: ({ month, day }: { month: string; day: number }) => `${month.slice(0, 3)} ${day}`,
  },
  opening: {
    openUntil: ({ time }: { time: string }) => `Open until ${time}`,
    opens: ({ when }: { when: string }) => `Opens ${when}`,
    readyIn: ({ minutes }: { minutes: number }) => `Ready in about ${minutes} min`,
    minutesLate: ({ minutes }: { minutes: number }) => `${minutes} min late`,
    /** A time of day in a sentence: today, and on another day. */
    timeToday: ({ time }: { time: string }) => time,
    timeOnDay: ({ day, time }: { day: string; time: string }) => `${day} ${time}`,
    pausedUntil: {
      today: ({ time }: { time: string }) => `Paused until ${time}`,
      tomorrow: ({ time }: { time: string }) => `Paused until tomorrow at ${time}`,
      other: ({ day, time }: { day: string; time: string }) => `Paused until ${day} at ${time}`,
    },
    onBreak: "Taking a break",
    notOrderable: "Nothing to order now",
  },
  app: {
    title: ({ title }: { title: string }) => `${title} · Chuckwagon`,
    toasts: {
      label: "Notifications",
      dismiss: "Dismiss notification",
    },
    crash: {
      title: "This page did not load",
      cartSafe: "Your cart is safe.",
      hint: ({ reassurance }: { reassurance: string }) =>
        `${reassurance} Load the page again to go on.`,
      reloadHint: "Load the page again to go on.",
      reload: "Reload the page",
      somethingWrong: "Something went wrong",
      everythingSafe: "Load the page again to go on. Your cart is safe, and staff stay signed in.",
    },
    toNight: "Switch to night colors",
    toDay: "Switch to day colors",
    /** A tag as a truck has written it. */
    cuisineName: (tag: string) => tag,
  },
};

export const home = {
  home: {
    failed: "Failed to load food trucks",
    empty: "No food trucks available at the moment.",
    title: "Order from Your Favorite Food Trucks",
    lead: "Fresh food, delivered to your location",
    hint: "Order ahead, pick it up at the truck.",
    listHeading: "Available Food Trucks",
    search: "Search trucks, food, places",
    filters: "Filters",
    openNow: "Open now",
    diets: {
      vegan: "Vegan",
      vegetarian: "Vegetarian",
      gluten_free: "Gluten-free",
      halal: "Halal",
      kosher: "Kosher",
    },
    near: {
      label: "Near me",
      finding: "Finding your position...",
      refused:
        "Your browser does not share your position. Allow it in the browser's settings, then press Near me again.",
      unavailable: "Your position could not be found. Please try again.",
    },
    found: ({ count }: { count: number }) =>
      `${count} food ${plural(count, { one: "truck", other: "trucks" })}`,
    serves: ({ name }: { name: string }) => `On the menu: ${name}`,
    noMatch: "No trucks match.",
    showAll: "Show all food trucks",
    map: {
      show: "Show map",
      hide: "Hide map",
      failed: "The map did not load. Every truck is in the list.",
    },
  },
  site: {
    offline: "You seem to be offline. What you see may have changed.",
  },
};

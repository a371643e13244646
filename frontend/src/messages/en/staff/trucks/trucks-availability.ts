export const trucksAvailability = {
  orderingIsPausedUntilYou: "Ordering is paused until you resume it",
  orderingIsPaused: ({ untilLabel }: { untilLabel: string }) => `Ordering is paused ${untilLabel}`,
  busyPickupsTakeMinutesInstead: ({
    until,
    leadMinutes,
    leadMinutes2,
  }: {
    until: string;
    leadMinutes: number;
    leadMinutes2: number;
  }) => `Busy${until}: pickups take ${leadMinutes} minutes instead of ${leadMinutes2}`,
  untilITakeItBack: "Until I take it back",
  forAnHour: "For an hour",
  failedToAddTheTime: "Failed to add the time",
  failedToTakeTimeBack: "Failed to take the time back",
  earliestPickupIsMinutesAfter: ({ leadMinutes }: { leadMinutes: number }) =>
    `The earliest pickup is ${leadMinutes} minutes after ordering. Add time while the kitchen is full; orders that are already in keep theirs.`,
  howLong: "How long",
  addMinutes: ({ minutes }: { minutes: number }) => `Add ${minutes} minutes`,
  earliestIn: ({ leadMinutes }: { leadMinutes: number }) => `earliest in ${leadMinutes}`,
  backToNormal: "Back to normal",
  failedToResumeOrdering: "Failed to resume ordering",
  resumeNow: "Resume now",
  customersRead: ({ notAcceptingReason }: { notAcceptingReason: string }) =>
    `Customers read: “${notAcceptingReason}”`,
  catchingUpWithOrders: "Catching up with orders",
  shortBreak: "Short break",
  movingTheTruck: "Moving the truck",
  failedToPauseOrdering: "Failed to pause ordering",
  customersStillSeeMenuAnd:
    "Customers still see the menu and read when you are back. Orders that are already in stay.",
  reasonForCustomersOptional: "Reason for customers (optional)",
  pauseForMinutes: ({ minutes }: { minutes: number }) => `Pause for ${minutes} minutes`,
  until: ({ until }: { until: string }) => `until ${until}`,
  pauseUntilIResume: "Pause until I resume",
  untilBackOn: "Until back on",
  n1Hour: "1 hour",
  until4Am: "Until 4 AM",
  until2: "Until…",
  optionOf: ({ menuItemsLabel }: { menuItemsLabel: string }) => `Option of ${menuItemsLabel}`,
  soldOut: ({ untilLabel }: { untilLabel: string }) => `Sold out ${untilLabel}`,
  soldOutUntilMarkedBack: "Sold out until marked back on",
  andMore: ({ named, others }: { named: string; others: number }) => `${named} and ${others} more`,
  backOn: "back on",
  soldOut2: "sold out",
  failedToMark: ({
    name,
    state,
    errorMessage,
  }: {
    name: string;
    state: string;
    errorMessage: string;
  }) => `Failed to mark ${name} ${state}: ${errorMessage}`,
  failedToLoadMenuItems: "Failed to load menu items",
  loadingMenuItems: "Loading menu items...",
  soldOutNow: "Sold out now",
  backOn2: "Back on",
  nothingCustomersCanOrderWhole: "Nothing. Customers can order the whole menu.",
  soldOutForHowLong: "Sold out for how long",
  backOnAt: "Back on at",
  onTrucksClockNextTime: "On the truck's clock; the next time it is that late.",
  whatYouMarkIsSold: ({ words }: { words: string }) => `What you mark is sold out ${words}.`,
  searchTheMenu: "Search the menu",
  onTheMenu: "On the menu",
  soldOut3: "Sold out",
  noAvailableItemMatches: "No available item matches.",
  pauseOrdering: "Pause ordering",
  busy: "Busy",
  kitchenControls: "Kitchen controls",
  soldOut4: ({ soldOutText }: { soldOutText: string }) => `Sold out${soldOutText}`,
};

/** What the schedule, its stops and places, the result of a stop, and the drawer with its day closes say. */
import { plural } from "@/messages/language";

export const schedule = {
  stopResult: {
    tab: "Result",
    title: "Result of the stop",
    loading: "Loading the result...",
    failed: "The result did not load",
    compared: ({ stops, days }: { stops: number; days: number }) =>
      `Compared with the average of ${stops} other ${plural(stops, { one: "stop", other: "stops" })} here in the ${days} days before.`,
    nothingToCompare: ({ days }: { days: number }) =>
      `No other stop has ended here in the ${days} days before, so there is nothing to compare with.`,
    stillOpen: "The stop is still open: these are its figures so far.",
    average: ({ average }: { average: string }) => `Average here: ${average}`,
  },
  schedule: {
    loading: "Loading the schedule...",
    failed: "The schedule did not load",
    view: {
      label: "View",
      list: "List",
    },
    weekOf: ({ first, last }: { first: string; last: string }) => `${first} to ${last}`,
    copyWeek: {
      action: "Copy week",
      title: "Copy to the next week?",
      running: ({ number, count }: { number: number; count: number }) =>
        `Copying ${number} of ${count}...`,
      doneSome: ({ copied, left }: { copied: number; left: number }) =>
        `${copied} ${plural(copied, { one: "stop", other: "stops" })} copied${left > 0 ? `, ${left} left out because the truck is already booked then` : ""}`,
      done: ({ count }: { count: number }) =>
        `${count} ${plural(count, { one: "stop is", other: "stops are" })} copied to the same day and time. Weekly ones come by themselves.`,
    },
    addStop: "Add stop",
    addStopOn: ({ day }: { day: string }) => `Add a stop on ${day}`,
    empty: "No stops are planned",
    planStop: "Plan a stop",
    emptyWeek: "No stops are planned this week",
    earlierDays: ({ count }: { count: number }) =>
      plural(count, { one: "1 earlier day", other: `${count} earlier days` }),
    emptyHint: "Plan where the truck will be, so that customers find it and order ahead.",
    stop: {
      weekly: "Weekly",
      edit: "Change stop",
      noPlace: "Add a place first",
      scope: "What to change",
      scopeThis: "This stop only",
      scopeLater: "This and all later ones",
      saved: "Saved",
      failed: "The stop was not saved",
      more: "Note, order times and tax",
      pricesWithTax: {
        label: "Tax at this stop",
        asTruck: "As the truck's other prices",
        included: "Prices include tax",
        added: "Tax is added to the prices",
        hint: "For a place such as a stadium, where people pay round sums.",
        fixed: "This stays so, because customers have ordered for this stop.",
      },
      repeat: "Repeat every week",
      weekdays: "On",
      lastDay: "Last day (optional)",
      repeatHint: "Stops are added eight weeks ahead, for as long as the stop repeats.",
      noteHint: "Customers read it.",
      preorders: "Pre-orders start",
      lastOrders: "Last orders",
      actions: "More about this stop",
      copy: "Copy stop",
      conflict: "Someone else changed this stop while you were editing",
      taken: ({ percent }: { percent: number }) => `${percent}% taken`,
      full: "No pickup times left",
      ordersAndRevenue: ({ count, revenue }: { count: number; revenue: string }) =>
        `${count} ${plural(count, { one: "order", other: "orders" })}, ${revenue}`,
      beforeOpening: ({ minutes }: { minutes: number }) =>
        minutes === 0 ? "When it opens" : `${duration(minutes)} before it opens`,
      beforeClosing: ({ minutes }: { minutes: number }) =>
        minutes === 0 ? "When it closes" : `${duration(minutes)} before it closes`,
    },
    states: {
      open: "Open",
      planned: "Planned",
      ended: "Ended",
    },
    mode: {
      hidden: "Customers do not see these stops yet",
      hiddenHint: "The truck is open at any time. Switch it, and it is open at its stops only.",
      switchToStops: "Open at its stops",
      nowByStops: "The truck is open at its stops now",
      byStops: "The truck is open at its stops.",
      switchToAnyTime: "Open at any time instead",
      nowAnyTime: "The truck is open at any time now",
      question: "Open at any time?",
      confirm: "Open at any time",
      questionHint:
        "Customers can order day and night, for any time of the day. Places, hours, pickup times and limits of the stops do not count any more.",
      openOrders: ({ orders }: { orders: number }) =>
        plural(orders, { one: "1 open order stays.", other: `${orders} open orders stay.` }),
    },
    required: "Fill this in",
    cancel: {
      undone: "The stop is back",
      undo: "Put it back",
      action: "Cancel stop",
    },
    delete: {
      done: "The stop is deleted",
      action: "Delete stop",
      allLater: "Delete this and all later ones",
      titleMany: "Delete these stops?",
      title: "Delete this stop?",
      hintMany: "This stop and all later ones are deleted. Those with orders are kept.",
      hint: "Customers no longer see it.",
      doneMany: ({ removed, kept }: { removed: number; kept: number }) =>
        `${removed} ${plural(removed, { one: "stop", other: "stops" })} deleted${kept > 0 ? `, ${kept} with orders kept` : ""}`,
    },
    place: {
      empty: "No places yet",
      add: "Add place",
      edit: "Change place",
      back: "Back to the places",
      archive: "Archive place",
      archived: ({ name }: { name: string }) => `${name} is archived`,
      conflict: "Someone else changed this place while you were editing",
      nameHint: "As customers know it: Farmers market, Pier 5.",
      directions: "Directions (optional)",
      directionsHint: "How customers find it: behind the library, by the fountain.",
      more: "More: directions, sales tax, position, time zone",
      taxRate: "Sales tax in percent",
      taxRateHint: "Orders for stops here have this rate.",
      timeZoneHint: "Coming stops here keep their time of day.",
      submit: "Save place",
      latitude: "Latitude (optional)",
      longitude: "Longitude (optional)",
      percentInvalid: ({ highest }: { highest: number }) =>
        `Enter a percentage from 0 to ${highest}`,
      degreesInvalid: ({ highest }: { highest: number }) =>
        `Enter degrees from -${highest} to ${highest}`,
      saved: ({ name }: { name: string }) => `${name} saved`,
      failed: "The place was not saved",
    },
    skipped: {
      title: "Weekly stops that were left out",
      reason: ({
        day,
        place,
        other,
        from,
        to,
      }: {
        day: string;
        place: string;
        other: string;
        from: string;
        to: string;
      }) => `${day}: no stop at ${place}, because the truck is at ${other} from ${from} to ${to}.`,
    },
  },
  devices: {
    tablet: {
      title: "This tablet",
      letter: ({ letter }: { letter: string }) =>
        `Orders that it takes without a connection begin with ${letter}, such as ${letter}-12.`,
      others: "Other tablets of this truck",
      noOthers: "No other tablet has sold here yet.",
      named: ({ letter }: { letter: string }) => `Tablet ${letter}`,
      remove: "Forget it",
      forget: "Forget this tablet",
      forgetHint:
        "Everything of Chuckwagon is deleted from this browser, and you are signed out. Do this before the tablet leaves the truck.",
      failedToLoad: "Failed to load the tablets",
      forgetTitle: "Forget this tablet?",
      unsent: ({ count }: { count: number }) =>
        count === 1
          ? "1 order on this tablet is not sent yet. Send it first, or discard it."
          : `${count} orders on this tablet are not sent yet. Send them first, or discard them.`,
      failed: ({ reason }: { reason: string }) => `The tablet was not forgotten: ${reason}`,
    },
    printer: {
      title: "Printers",
      loading: "Loading printers...",
      failed: "Failed to load the printers",
      empty: "No printer yet",
      emptyHint:
        "A printer that asks the server prints tickets by itself, without an app or a computer in the truck.",
      add: "Add a printer",
      labelHint: "As staff recognize it, such as Kitchen.",
      kind: "Maker",
      kinds: { star_cloudprnt: "Star (CloudPRNT)", epson_sdp: "Epson (Server Direct Print)" },
      paper: "Paper",
      millimeters: ({ mm }: { mm: number }) => `${mm} mm`,
      tickets: "Kitchen tickets",
      receipts: "Receipts and day closes",
      printOn: "Tickets print",
      moments: { placed: "When an order is placed", confirmed: "When an order is confirmed" },
      drawerKick: "Open the cash drawer after a sale in cash",
      address: "Address for the printer",
      addressHint: "It is shown once. Anyone who knows it can read the tickets.",
      whereStar: "Star: open the printer's web page and enter it under CloudPRNT as Server URL.",
      whereEpson:
        "Epson: open the printer's web page and enter it under Server Direct Print, and under Status Notification.",
      states: {
        new: "Has not asked yet",
        ready: "Online",
        silent: "Silent",
        paper_out: "Out of paper",
        cover_open: "Cover open",
      },
      test: "Test page",
      tested: "The test page comes in a few seconds",
      renew: "New address",
      renewTitle: "Make another address?",
      renewHint: "The address of now stops working at once. Type the new one into the printer.",
      renewed: "The printer has another address",
      removeHint: "It prints nothing more for this truck. What it has not printed is dropped.",
      unprinted: ({ count }: { count: number }) =>
        count === 1 ? "1 document was not printed" : `${count} documents were not printed`,
      unprintedTickets: ({ count }: { count: number }) =>
        count === 1 ? "1 ticket was not printed" : `${count} tickets were not printed`,
      unprintedHint: "They are older than an hour, or the printer could not print them.",
      printAll: "Print all",
      dropAll: "Drop all",
    },
    loading: "Loading devices...",
    failed: "Failed to load the card readers",
    readers: "Card readers",
    empty: "No card reader yet",
    emptyHint:
      "With a reader, Card at the counter charges the card by itself, and the order knows its payment.",
    states: { online: "Online", offline: "Offline" },
    lastSeen: "Last heard from",
    never: "Never",
    rename: "Rename",
    renameNamed: ({ name }: { name: string }) => `Rename ${name}`,
    labelHint: "As staff recognize it, such as Window. It is on receipts.",
    labelMissing: "Enter a name.",
    addressMissing: "A card reader needs your business address",
    addressHint:
      "The payment service wants to know where readers are. Enter the address under Our truck, then register the reader here.",
    enterAddress: "Enter the address",
    register: {
      action: "Register a reader",
      submit: "Register",
      code: "Registration code",
      codeHint:
        "On the reader, open Settings and press Generate registration code. It shows three words: type them with hyphens.",
      sandboxHint: "No reader at hand? In the sandbox the code simulated-wpe makes one.",
      codeMissing: "Enter the code that the reader shows.",
      done: ({ name }: { name: string }) => `${name} takes cards now`,
    },
    remove: {
      title: ({ name }: { name: string }) => `Remove ${name}?`,
      hint: "It takes no more cards for this truck. It can be registered again with a new code.",
      done: ({ name }: { name: string }) => `${name} removed`,
      failed: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
        `${name} was not removed: ${errorMessage}`,
    },
  },
  drawer: {
    title: "Drawer",
    loading: "Loading the drawer...",
    failed: "Failed to load the drawer",
    float: "Float",
    cashSales: "Cash sales with tips",
    cashRefunds: "Refunds paid out",
    payIns: "Put in",
    payOuts: "Taken out",
    expected: "Should be in the drawer",
    counted: "Counted",
    difference: "Difference",
    movements: "Cash in and out",
    amountWrong: "Enter an amount such as 100 or 12.50.",
    openedBy: ({ when, by }: { when: string; by: string }) => `Opened ${when} by ${by}`,
    atBy: ({ when, by }: { when: string; by: string }) => `${when}, ${by}`,
    beforeOpening: ({ amount }: { amount: string }) =>
      `${amount} of cash was recorded before the opening. It was counted with the float, so it is not expected on top.`,
    open: {
      title: "The drawer is closed",
      lead: "Count what is in it before the first sale. That is the float.",
      floatHint: "Bills and coins to give change with.",
      done: "The drawer is open",
      waiting: ({ amount }: { amount: string }) => `${amount} of cash was taken already`,
      waitingHint: "Count it with the float. The sheet lists it as before opening.",
    },
    move: {
      title: "Cash in or out",
      out: "Take out",
      in: "Put in",
      amount: "Amount",
      reason: "What for",
      reasonExample: "Ice",
      reasonMissing: "Say what it is for.",
      tooMuch: ({ amount }: { amount: string }) => `Take ${amount} out?`,
      tooMuchHint: ({ expected }: { expected: string }) =>
        `Only ${expected} should be in the drawer. Please check the amount.`,
      action: "Record",
      done: "Recorded",
    },
    count: {
      title: "Count the drawer",
      pieces: "Bills and coins",
      onlySum: "Only the sum",
      sum: "Sum in the drawer",
      cents: ({ cents }: { cents: number }) => `${cents}¢`,
      wrong: "Enter how many there are.",
      soFar: ({ amount }: { amount: string }) => `Counted: ${amount}`,
      check: "Check",
    },
    review: {
      exact: "Exactly right",
      over: ({ amount }: { amount: string }) => `${amount} over`,
      short: ({ amount }: { amount: string }) => `${amount} short`,
      exactHint: "What you counted is what should be in the drawer.",
      differenceHint:
        "It happens. Count once more if you like, or close the day and leave a note for tomorrow.",
      changed: "Something was sold or moved while you were counting. Please check the new sum.",
      again: "Count again",
    },
    closes: {
      title: "Day closes",
      loading: "Loading day closes...",
      failed: "Failed to load day closes",
      empty: "No day was closed yet",
      emptyHint: "Each time the drawer is counted, its sheet is listed here.",
      more: "Show more closes",
      number: "Close",
      closed: "Closed",
      sales: "Sales",
    },
    sheet: {
      title: ({ number }: { number: number }) => `Close ${number}`,
      loading: "Loading the sheet...",
      failed: "Failed to load the sheet",
      missing: "This close was not found",
      span: ({ truck, from, to }: { truck: string; from: string; to: string }) =>
        `${truck}, ${from} to ${to}`,
      note: ({ note }: { note: string }) => `Note: ${note}`,
      closedBy: ({ by }: { by: string }) => `Counted and closed by ${by}`,
      pieces: "Bills and coins",
      piecesOf: ({ value, pieces }: { value: string; pieces: number }) => `${pieces} × ${value}`,
      tenders: "Sales by tender",
      tender: "Paid with",
      tax: "Tax",
      tips: "Tips",
      total: "Total",
      taxes: "Tax by place and rate",
      place: "Place",
      rate: "Rate",
      taxable: "Taxable",
      numbers: "Order numbers",
      cancelled: ({ count }: { count: number }) =>
        plural(count, { one: "1 order cancelled", other: `${count} orders cancelled` }),
      open: ({ count }: { count: number }) =>
        plural(count, {
          one: "1 order still open or unpaid",
          other: `${count} orders still open or unpaid`,
        }),
      before: "Cash from before opening",
      late: "Taken earlier, recorded now",
      event: ({ number, when }: { number: string; when: string }) => `${number}, ${when}`,
    },
  },
};

function duration(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, "day", "days");
  return minutes % 60 === 0
    ? counted(minutes / 60, "hour", "hours")
    : counted(minutes, "minute", "minutes");
}

function counted(count: number, one: string, other: string): string {
  return `${count} ${plural(count, { one, other })}`;
}

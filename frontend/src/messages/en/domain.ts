export const domain = {
  api: {
    unableToConnectToServer: "Unable to connect to server. Please check if the backend is running.",
    invalidResponseFromServer: ({ status }: { status: number }) =>
      `Invalid response from server (${status})`,
    http: ({ status }: { status: number }) => `HTTP ${status}`,
    http2: ({ status, code }: { status: number; code: string }) => `HTTP ${status} ${code}`,
    theTimeIsOver: "The time is over.",
  },
  schedule: {
    open: "Open",
    openUntil: ({ time }: { time: string }) => `Open until ${time}`,
    opens: ({ when }: { when: string }) => `Opens ${when}`,
    minutesLate: ({ minutes }: { minutes: number }) => `${minutes} min late`,
    paused: "Paused",
    closed: "Closed",
    /** A time of day in a sentence: today, and on another day. */
    today: ({ time }: { time: string }) => time,
    onDay: ({ day, time }: { day: string; time: string }) => `${day} ${time}`,
  },
  trucks: {
    paused: ({ untilLabel }: { untilLabel: string }) => `Paused ${untilLabel}`,
    takingABreak: "Taking a break",
  },
  values: {
    untilTomorrowAt: ({ time }: { time: string }) => `until tomorrow at ${time}`,
    untilAt: ({ day, time }: { day: string; time: string }) => `until ${day} at ${time}`,
    until: ({ time }: { time: string }) => `until ${time}`,
  },
};

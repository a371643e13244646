/** Times and days in words, without `Intl`: the server's engine has none and must write what browsers do. */

import type { Language } from "@/messages/language";

interface TimeOfDay {
  hour: number;
  minute: number;
}

interface Day {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

interface CalendarWords {
  weekdays: readonly string[];
  months: readonly string[];
  halves: readonly [am: string, pm: string];
  day: (weekday: string, month: string, day: number) => string;
  /** A day of the coming week, and one after it, as short as people write them. */
  weekday: (weekday: string) => string;
  date: (month: string, day: number) => string;
}

/** As CLDR has them for `en-US` and `es-US`, with plain spaces for its narrow ones. */
const WORDS: Record<Language, CalendarWords> = {
  en: {
    weekdays: words("Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
    months: words(
      "January February March April May June July August September October November December",
    ),
    halves: ["AM", "PM"],
    day: (weekday, month, day) => `${weekday}, ${month} ${day}`,
    weekday: (weekday) => weekday.slice(0, 3),
    date: (month, day) => `${month.slice(0, 3)} ${day}`,
  },
  es: {
    weekdays: words("domingo lunes martes miércoles jueves viernes sábado"),
    months: words(
      "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    ),
    halves: ["a.m.", "p.m."],
    day: (weekday, month, day) => `${weekday}, ${day} de ${month}`,
    weekday: (weekday) => weekday,
    date: (month, day) => `${day} de ${month}`,
  },
};

function words(text: string): string[] {
  return text.split(" ");
}

/** 6:00 PM. */
export function timeInWords({ hour, minute }: TimeOfDay, language: Language): string {
  const half = WORDS[language].halves[hour < 12 ? 0 : 1];
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${half}`;
}

/** Sunday, November 22. */
export function dayInWords(day: Day, language: Language): string {
  const { months, day: write } = WORDS[language];
  return write(weekdayOf(day, language), months[day.month - 1] ?? "", day.day);
}

/** Sun. */
export function weekdayInWords(day: Day, language: Language): string {
  return WORDS[language].weekday(weekdayOf(day, language));
}

/** Nov 22. */
export function dateInWords({ month, day }: Day, language: Language): string {
  const { months, date: write } = WORDS[language];
  return write(months[month - 1] ?? "", day);
}

function weekdayOf({ year, month, day }: Day, language: Language): string {
  return WORDS[language].weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? "";
}

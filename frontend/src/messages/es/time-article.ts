/** A time of day with its article: "la 1:30 p.m.", "las 6:00 p.m.". */
export function withArticle(time: string): string {
  return `${isOneOClock(time) ? "la" : "las"} ${time}`;
}

/** "es la 1:30 p.m.", but "son las 6:00 p.m.". */
export function isOneOClock(time: string): boolean {
  return time.startsWith("1:");
}

/** Ends a sentence with one period, also after "p.m.". */
export function ended(sentence: string): string {
  return sentence.replace(/\.*$/, ".");
}

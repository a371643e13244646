import type { PrepSheet } from "@/domain/api/admin-types";
import { shortDay } from "@/domain/time/calendar-day";
import { messages as m } from "@/messages";
import styles from "./prep-sheet.module.css";
import { basisOf } from "./prep-words";

/** What the expectation comes from: in words, and the stops one by one. */
export function PrepBasis({ sheet }: { sheet: PrepSheet }) {
  const { kind, stops } = sheet.basis;
  return (
    <section aria-labelledby="prep-basis" className={styles.basis}>
      <h2 id="prep-basis" className={styles.basisTitle}>
        {basisOf(sheet)}
      </h2>
      <p className={styles.soft}>
        {kind === "none" ? m.prepSheet.basis.nothingHint : m.prepSheet.basis.hint}
      </p>
      {stops.length > 0 ? (
        <ul aria-label={m.prepSheet.basis.stops} className={styles.stops}>
          {stops.map((stop) => (
            <li key={stop._id}>
              {shortDay(stop.date)}
              {kind === "weekday" ? `, ${stop.placeName}` : ""}:{" "}
              <strong>{m.prepSheet.pieces({ count: stop.pieces })}</strong>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

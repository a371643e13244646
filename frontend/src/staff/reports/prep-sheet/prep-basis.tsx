import type { PrepSheet } from "@/domain/api/admin-types";
import { shortDay } from "@/domain/time/calendar-day";
import { messages as m } from "@/messages";
import { Row, Stack, Text } from "@/ui/layout";
import { basisOf } from "./prep-words";

/** What the expectation comes from: in words, and the stops one by one. */
export function PrepBasis({ sheet }: { sheet: PrepSheet }) {
  const { kind, stops } = sheet.basis;
  return (
    <Stack as="section" gap={1} aria-labelledby="prep-basis">
      <Text as="h2" size="l" id="prep-basis">
        {basisOf(sheet)}
      </Text>
      <Text soft>{kind === "none" ? m.prepSheet.basis.nothingHint : m.prepSheet.basis.hint}</Text>
      {stops.length > 0 ? (
        <Row as="ul" gap={5} rowGap={1} marginTop={1} tabular aria-label={m.prepSheet.basis.stops}>
          {stops.map((stop) => (
            <li key={stop._id}>
              {shortDay(stop.date)}
              {kind === "weekday" ? `, ${stop.placeName}` : ""}:{" "}
              <strong>{m.prepSheet.pieces({ count: stop.pieces })}</strong>
            </li>
          ))}
        </Row>
      ) : null}
    </Stack>
  );
}

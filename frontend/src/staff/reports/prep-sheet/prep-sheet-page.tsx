import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import type { PrepSheet } from "@/domain/api/staff-types";
import { shortDay } from "@/domain/time/calendar-day";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeleton";
import { Row, Stack, Text } from "@/ui/layout";
import { BackButton, PageHeader } from "@/ui/layout/page-header";
import { downloadPrepSheet, isStopMissing, prepSheetQuery } from "./api";
import styles from "./prep-sheet.module.css";
import { basisOf, PrepTable, whenOf } from "./prep-table";

export function PrepSheetPage() {
  const { id = "" } = useParams();
  return <PrepSheetScreen key={id} stopId={id} />;
}

/** What to prepare for a stop, to read on a phone or to print and tick off. */
function PrepSheetScreen({ stopId }: { stopId: string }) {
  const query = useQuery(prepSheetQuery(stopId));
  const sheet = query.data;
  useDocumentTitle(
    sheet
      ? m.prepSheet.titleFor({ place: sheet.placeName, day: shortDay(sheet.date) })
      : m.prepSheet.title,
  );
  if (!sheet && isStopMissing(query.error)) return <NoStop />;
  return (
    <div className={styles.paper}>
      <PageHeader
        title={m.prepSheet.title}
        description={sheet ? <StopWords sheet={sheet} /> : undefined}
        back={<Back sheet={sheet} />}
        actions={sheet && canBePrepared(sheet) ? <Actions stopId={stopId} /> : undefined}
      />
      <Loaded query={query} skeleton={<PrepSkeleton />} failed={m.prepSheet.failed}>
        {(found) => <Content sheet={found} error={query.error} />}
      </Loaded>
    </div>
  );
}

function Content({ sheet, error }: { sheet: PrepSheet; error: Error | null }) {
  if (sheet.state === "cancelled") {
    return (
      <EmptyState
        title={m.prepSheet.cancelled}
        description={m.prepSheet.cancelledHint}
        action={<ButtonLink to={scheduleOf(sheet)}>{m.common.openSchedule}</ButtonLink>}
      />
    );
  }
  if (sheet.items.length === 0) {
    return (
      <EmptyState
        title={m.prepSheet.emptyMenu}
        description={m.prepSheet.emptyMenuHint}
        action={
          <ButtonLink to={`/admin/menu?truck=${sheet.truckId}`}>{m.prepSheet.openMenu}</ButtonLink>
        }
      />
    );
  }
  return (
    <div className={styles.sheet}>
      {error ? (
        <div className={styles.screenOnly}>
          <Notice
            tone="warning"
            role="alert"
            title={m.prepSheet.failedStale({ reason: errorMessage(error) })}
          />
        </div>
      ) : null}
      <PrepBasis sheet={sheet} />
      <PrepTable sheet={sheet} />
    </div>
  );
}

function StopWords({ sheet }: { sheet: PrepSheet }) {
  return (
    <>
      <Text tone="plain" size="l" weight={700}>
        {sheet.placeName}
      </Text>
      <p>{whenOf(sheet)}</p>
      <p>{sheet.truckName}</p>
      {sheet.state === "ended" ? <p>{m.common.stopIsOver}</p> : null}
    </>
  );
}

function Back({ sheet }: { sheet: PrepSheet | undefined }) {
  return (
    <div className={styles.screenOnly}>
      <BackButton fallback={sheet ? scheduleOf(sheet) : "/admin/schedule"} />
    </div>
  );
}

function Actions({ stopId }: { stopId: string }) {
  return (
    <Row gap={2} className={styles.actions}>
      <Button variant="primary" onClick={() => window.print()}>
        {m.common.print}
      </Button>
      <DownloadButton load={() => downloadPrepSheet(stopId)} fallbackName="prep-sheet.csv">
        {m.prepSheet.download}
      </DownloadButton>
    </Row>
  );
}

function NoStop() {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.prepSheet.notFound}
      description={m.prepSheet.notFoundHint}
      action={<ButtonLink to="/admin/schedule">{m.common.openSchedule}</ButtonLink>}
    />
  );
}

function canBePrepared({ state, items }: PrepSheet): boolean {
  return state !== "cancelled" && items.length > 0;
}

/** The week of the stop, of its truck. */
function scheduleOf({ truckId, date }: PrepSheet): string {
  return `/admin/schedule?truck=${truckId}&week=${date}`;
}

/** What the expectation comes from: in words, and the stops one by one. */
function PrepBasis({ sheet }: { sheet: PrepSheet }) {
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

function PrepSkeleton() {
  return (
    <Skeletons
      label={m.prepSheet.loading}
      heights={["4rem", "3rem", "3rem", "3rem", "3rem", "3rem", "3rem"]}
      className={styles.sheet}
    />
  );
}

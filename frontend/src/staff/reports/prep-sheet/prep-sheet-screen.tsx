import { useQuery } from "@tanstack/react-query";
import type { PrepSheet } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { shortDay } from "@/domain/time/calendar-day";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Row, Text } from "@/ui/layout";
import { BackButton, PageHeader } from "@/ui/layout/headings";
import { downloadPrepSheet, isStopMissing, prepSheetQuery } from "./api";
import { PrepBasis } from "./prep-basis";
import styles from "./prep-sheet.module.css";
import { PrepSkeleton } from "./prep-skeleton";
import { PrepTable } from "./prep-table";
import { whenOf } from "./prep-words";

/** What to prepare for a stop, to read on a phone or to print and tick off. */
export function PrepSheetScreen({ stopId }: { stopId: string }) {
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

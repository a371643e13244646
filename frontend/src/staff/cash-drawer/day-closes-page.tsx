import { useInfiniteQuery } from "@tanstack/react-query";
import { instantInWords } from "@/domain/time/time-words";
import { dollarsToCents, formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { ShowMore } from "@/staff/shared/show-more";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { type Column, Table } from "@/ui/content/table";
import { ButtonLink } from "@/ui/controls/button";
import { Link } from "@/ui/controls/router-link";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Stack } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { type DayCloseRow, dayClosesQuery } from "./api";
import { differenceTitle } from "./drawer-sums";

/** The day closes of a truck, newest first. */
export function DayClosesPage() {
  const scope = useTruckScope();
  useDocumentTitle(m.drawer.closes.title);
  return (
    <>
      <PageHeader
        title={m.drawer.closes.title}
        description={scope.truck?.name}
        actions={
          <>
            <TruckSelect scope={scope} />
            <ButtonLink to="/admin/drawer">{m.drawer.title}</ButtonLink>
          </>
        }
      />
      <TruckContent scope={scope} skeleton={<ClosesSkeleton />}>
        {scope.truckId ? <CloseList key={scope.truckId} truckId={scope.truckId} /> : null}
      </TruckContent>
    </>
  );
}

function CloseList({ truckId }: { truckId: string }) {
  const query = useInfiniteQuery(dayClosesQuery(truckId));
  return (
    <Stack gap={4} items="start">
      <Loaded query={query} skeleton={<ClosesSkeleton />} failed={m.drawer.closes.failed}>
        {({ pages }) => (
          <Table
            caption={m.drawer.closes.title}
            columns={columnsFor(pages[0]?.timezone ?? "UTC")}
            rows={pages.flatMap(({ closes }) => closes)}
            rowKey={({ _id }) => _id}
            empty={
              <EmptyState
                title={m.drawer.closes.empty}
                description={m.drawer.closes.emptyHint}
                action={<ButtonLink to="/admin/drawer">{m.drawer.title}</ButtonLink>}
              />
            }
          />
        )}
      </Loaded>
      <ShowMore
        list={query}
        action={m.drawer.closes.more}
        failed={({ errorMessage }) => errorMessage}
      />
    </Stack>
  );
}

function ClosesSkeleton() {
  return <Skeletons label={m.drawer.closes.loading} heights={["3.5rem", "3.5rem", "3.5rem"]} />;
}

function columnsFor(zone: string): Column<DayCloseRow>[] {
  return [
    {
      key: "number",
      header: m.drawer.closes.number,
      primary: true,
      cell: ({ _id, closeNumber }) => (
        <Link to={`/admin/closes/${_id}`}>{m.drawer.sheet.title({ number: closeNumber })}</Link>
      ),
    },
    {
      key: "to",
      header: m.drawer.closes.closed,
      cell: ({ to, closedBy }) => m.drawer.atBy({ when: instantInWords(to, zone), by: closedBy }),
    },
    {
      key: "total",
      header: m.drawer.closes.sales,
      align: "end",
      cell: ({ total }) => formatSum(total),
    },
    {
      key: "counted",
      header: m.drawer.counted,
      align: "end",
      cell: ({ counted }) => formatSum(counted),
    },
    {
      key: "difference",
      header: m.drawer.difference,
      cell: ({ difference }) => differenceTitle(dollarsToCents(difference)),
    },
  ];
}

import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { StaffTruck } from "@/domain/api/staff-types";
import { staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";
import { searchFor } from "@/domain/values/text-search";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { OnboardingNotice } from "@/staff/trucks/payment-account/account-cell-and-return-notice";
import {
  readOnboarding,
  withoutOnboarding,
} from "@/staff/trucks/payment-account/provider-redirects";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { withParams } from "@/ui/browser/with-params-and-param-once";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeletons } from "@/ui/feedback/skeletons";
import { SearchInput } from "@/ui/inputs/search-input";
import { Row, Stack, Text } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { TrucksTable } from "./trucks-table-and-actions";

export function TrucksPage() {
  const { role } = useCurrentUser();
  useDocumentTitle(m.common.trucks);
  // The guard lets no one else through; this is for a user who loses the role while here.
  if (role !== "superadmin") {
    return <Notice role="alert" tone="danger" title={m.trucks.denied} />;
  }
  return (
    <>
      <PageHeader
        title={m.common.trucks}
        description={m.trucks.lead}
        actions={
          <ButtonLink to="/admin/trucks/new" variant="primary">
            {m.trucks.add}
          </ButtonLink>
        }
      />
      <TruckManagement />
    </>
  );
}

/** Every truck of the platform: who owns it, whether it sells, whether it can be paid. */
function TruckManagement() {
  const query = useQuery(staffTrucksQuery());
  const [search, setSearch] = useSearchParams();
  const onboarding = readOnboarding(search);
  return (
    <Stack gap={4} columns="fill" shrinks>
      {onboarding ? (
        <OnboardingNotice
          onboarding={onboarding}
          truckName={query.data?.find((truck) => truck._id === onboarding.truckId)?.name ?? ""}
          onDismiss={() => setSearch(withoutOnboarding, { replace: true })}
        />
      ) : null}
      <Loaded
        query={query}
        skeleton={<TrucksSkeleton />}
        failed={(errorMessage) => m.shell.trucksFailed({ errorMessage })}
      >
        {(trucks) => (trucks.length === 0 ? <NoTrucks /> : <SearchableTrucks trucks={trucks} />)}
      </Loaded>
    </Stack>
  );
}

function NoTrucks() {
  return (
    <EmptyState
      title={m.common.noTrucksYet}
      description={m.trucks.emptyHint}
      action={
        <ButtonLink to="/admin/trucks/new" variant="primary">
          {m.trucks.add}
        </ButtonLink>
      }
    />
  );
}

function SearchableTrucks({ trucks }: { trucks: readonly StaffTruck[] }) {
  const [search, setSearch] = useSearchParams();
  // The address follows a moment later, so a field fed from it would lose what is typed fast.
  const [words, setText] = useState(search.get("q") ?? "");
  const found = searchTrucks(trucks, words);
  const shown = pageOf(found, Number(search.get("page")));
  const countRef = useRef<HTMLParagraphElement>(null);
  // The row and the button that had the focus are gone; the count above says what is left.
  const handleDeleted = useCallback(() => countRef.current?.focus(), []);

  function change(name: string, value: string) {
    setSearch((present) => withParams(present, { page: null, [name]: value }), { replace: true });
  }

  return (
    <>
      <SearchInput
        label={m.trucks.search.label}
        value={words}
        onChange={(value) => {
          setText(value);
          change("q", value);
        }}
      />
      <Text soft tabular ref={countRef} role="status" tabIndex={-1}>
        {countMessage(found.length, trucks.length, shown.page)}
      </Text>
      {found.length === 0 ? (
        <EmptyState
          title={m.trucks.search.noMatch}
          description={m.trucks.search.noMatchHint({ search: words })}
        />
      ) : (
        <TrucksTable trucks={shown.trucks} onDeleted={handleDeleted} />
      )}
      <Pager
        page={shown.page}
        pages={shown.pages}
        onChange={(page) => change("page", String(page))}
      />
    </>
  );
}

function countMessage(found: number, all: number, page: number): string {
  const words = m.trucks.search;
  if (found <= PAGE_SIZE)
    return found === all ? words.all({ count: all }) : words.found({ found, all });
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.min(page * PAGE_SIZE, found);
  return found === all
    ? words.allRange({ count: all, first, last })
    : words.foundRange({ found, all, first, last });
}

interface PagerProps {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

/** Previous and next; nothing when there is one page only. */
function Pager({ page, pages, onChange }: PagerProps) {
  if (pages < 2) return null;
  return (
    <Row as="nav" gap={3} align="center" justify="center" aria-label={m.trucks.pages.label}>
      <Button disabled={page === 1} onClick={() => onChange(page - 1)}>
        {m.trucks.pages.previous}
      </Button>
      <Text as="span" tabular>
        {m.trucks.pages.position({ page, pages })}
      </Text>
      <Button disabled={page === pages} onClick={() => onChange(page + 1)}>
        {m.trucks.pages.next}
      </Button>
    </Row>
  );
}

function TrucksSkeleton() {
  return (
    <Skeletons
      label={m.common.loadingFoodTrucks}
      heights={["2.75rem", "4.5rem", "4.5rem", "4.5rem", "4.5rem", "4.5rem", "4.5rem"]}
      firstWidth="20rem"
      gap={4}
    />
  );
}

const PAGE_SIZE = 25;

/** The trucks in which every word of the search occurs: in the name, slug, owner, city or cuisine. */
function searchTrucks(trucks: readonly StaffTruck[], search: string): StaffTruck[] {
  const isMeant = searchFor(search);
  return trucks.filter(({ name, slug, owner, location, cuisine }) =>
    isMeant(name, slug, owner.name, owner.email, location.city, location.state, ...cuisine),
  );
}

interface ListedPage {
  trucks: StaffTruck[];
  /** From 1, and never past the last one. */
  page: number;
  pages: number;
}

function pageOf(trucks: readonly StaffTruck[], wanted: number): ListedPage {
  const pages = Math.max(1, Math.ceil(trucks.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, Math.trunc(wanted) || 1), pages);
  return { trucks: trucks.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), page, pages };
}

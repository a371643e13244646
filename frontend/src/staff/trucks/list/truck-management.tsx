import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { StaffTruck } from "@/domain/api/admin-types";
import { staffTrucksQuery } from "@/domain/trucks/staff-trucks";
import { messages as m } from "@/messages";
import {
  readOnboarding,
  withoutOnboarding,
} from "@/staff/trucks/payment-account/onboarding-address";
import { OnboardingNotice } from "@/staff/trucks/payment-account/onboarding-notice";
import styles from "@/staff/trucks/trucks.module.css";
import { withParams } from "@/ui/browser/with-params";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { SearchInput } from "@/ui/inputs/search-input";
import { Text } from "@/ui/layout";
import { Pager } from "./pager";
import { PAGE_SIZE, pageOf, searchTrucks } from "./truck-search";
import { TrucksSkeleton } from "./trucks-skeleton";
import { TrucksTable } from "./trucks-table";

/** Every truck of the platform: who owns it, whether it sells, whether it can be paid. */
export function TruckManagement() {
  const query = useQuery(staffTrucksQuery());
  const [search, setSearch] = useSearchParams();
  const onboarding = readOnboarding(search);
  return (
    <div className={styles.screen}>
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
    </div>
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
  const trucks = m.trucks.search.truckWord({ all });
  const which = found === all ? `${all} ${trucks}` : m.trucks.search.found({ found, all, trucks });
  if (found <= PAGE_SIZE) return which;
  const first = (page - 1) * PAGE_SIZE + 1;
  return m.trucks.search.range({ which, first, last: Math.min(page * PAGE_SIZE, found) });
}

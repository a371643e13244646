import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { CustomerPage } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import { useDebounced } from "@/ui/browser/use-debounced";
import { withParams } from "@/ui/browser/with-params";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { SearchInput } from "@/ui/inputs/search-input";
import { Row, Text } from "@/ui/layout";
import { customersQuery, downloadCustomers } from "./api";
import styles from "./customers.module.css";
import { CustomersSkeleton } from "./customers-skeleton";
import { CustomersTable } from "./customers-table";
import { ShowMore } from "./show-more";

/** The server is not asked at every letter. */
const ASK_AFTER_MS = 250;

interface CustomerListProps {
  truckId: string | null;
  /** In which dates are told. */
  timezone: string;
}

/** Everybody who ordered: found by name, phone or e-mail, exported as a table. */
export function CustomerList({ truckId, timezone }: CustomerListProps) {
  const [address, setAddress] = useSearchParams();
  const [text, setText] = useState(address.get("q") ?? "");
  const search = useDebounced(text.trim(), ASK_AFTER_MS);
  const customers = useInfiniteQuery(customersQuery({ truckId, search }));
  const rows = customers.data?.pages.flatMap((page) => page.customers) ?? [];
  const firstPage = customers.data?.pages[0];

  // In the address, so that the way back from a customer leads to the same list.
  function handleSearch(words: string) {
    setText(words);
    setAddress((present) => withParams(present, { q: words }), { replace: true });
  }

  return (
    <div className={styles.screen}>
      <Row gap={3} align="end" className={styles.toolbar}>
        <SearchInput label={m.customers.search} value={text} onChange={handleSearch} />
        <DownloadButton
          load={() => downloadCustomers({ truckId, search })}
          fallbackName="customers.csv"
        >
          {m.common.exportCsv}
        </DownloadButton>
      </Row>
      <Loaded
        query={customers}
        skeleton={<CustomersSkeleton label={m.customers.loading} />}
        failed={m.customers.failed}
      >
        {() => (
          <>
            <Text soft tabular role="status">
              {countMessage(firstPage, search)}
            </Text>
            {rows.length === 0 ? (
              <NoCustomers search={search} />
            ) : (
              <CustomersTable customers={rows} truckId={truckId} timezone={timezone} />
            )}
          </>
        )}
      </Loaded>
      <ShowMore list={customers} what={m.customers.more.customers} />
    </div>
  );
}

function NoCustomers({ search }: { search: string }) {
  if (search) {
    return (
      <EmptyState title={m.customers.noMatch} description={m.customers.noMatchHint({ search })} />
    );
  }
  return <EmptyState title={m.customers.empty} description={m.customers.emptyHint} />;
}

function countMessage(page: CustomerPage | undefined, search: string): string {
  const total = page?.total ?? 0;
  const count =
    page?.totalIsExact === false ? `${total.toLocaleString(currentLocale())}+` : `${total}`;
  const customers = m.customers.count({ count, total });
  return search ? m.customers.found({ customers }) : customers;
}

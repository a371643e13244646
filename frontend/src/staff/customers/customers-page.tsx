import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Customer, CustomerPage } from "@/domain/api/staff-types";
import { formatDate } from "@/domain/time/time-words";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import { ShowMore } from "@/staff/shared/show-more";
import { ScopedPage } from "@/staff/shell/truck-page-frame";
import type { TruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDebounced } from "@/ui/browser/use-debounced";
import { withParams } from "@/ui/browser/with-params-and-param-once";
import { type Column, Table } from "@/ui/content/table";
import { Button } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { SearchInput } from "@/ui/inputs/search-input";
import { Row, Stack, Text } from "@/ui/layout";
import { customersQuery, downloadCustomers } from "./api";
import { EmailLink, PhoneLink } from "./contact-links";
import styles from "./customers.module.css";

const SKELETON_HEIGHTS = Array<string>(6).fill("3.5rem");

export function CustomersPage() {
  return (
    <ScopedPage
      title={m.common.customers}
      description={m.customers.lead}
      skeleton={<Skeletons label={m.customers.loading} heights={SKELETON_HEIGHTS} gap={4} />}
    >
      {(truckId, timezone, scope) => (
        <CustomerList
          key={truckId}
          truckId={truckId}
          timezone={timezone}
          narrowing={<Narrowing scope={scope} />}
        />
      )}
    </ScopedPage>
  );
}

/** The truck of the screen before may still be chosen: says so where a search finds less than it could. */
function Narrowing({ scope: { isChooser, truck, choose } }: { scope: TruckScope }) {
  if (!isChooser || !truck) return null;
  return (
    <Row gap={2} align="center">
      <span>{m.customers.onlyOf({ truck: truck.name })}</span>
      <Button onClick={() => choose(null)}>{m.common.allTrucks}</Button>
    </Row>
  );
}

/** The server is not asked at every letter. */
const ASK_AFTER_MS = 250;

interface CustomerListProps {
  truckId: string | null;
  /** In which dates are told. */
  timezone: string;
  /** Of which truck alone, for those who may see all. */
  narrowing: ReactNode;
}

/** Everybody who ordered: found by name, phone or e-mail, exported as a table. */
function CustomerList({ truckId, timezone, narrowing }: CustomerListProps) {
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
    <Stack gap={4} columns="fill" shrinks>
      <Row gap={3} align="end" className={styles.toolbar}>
        <SearchInput label={m.customers.search} value={text} onChange={handleSearch} />
        <DownloadButton
          load={() => downloadCustomers({ truckId, search })}
          fallbackName="customers.csv"
        >
          {m.common.exportCsv}
        </DownloadButton>
      </Row>
      {narrowing}
      <Loaded
        query={customers}
        skeleton={<Skeletons label={m.customers.loading} heights={SKELETON_HEIGHTS} gap={4} />}
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
      <ShowMore
        list={customers}
        action={m.customers.more.customers}
        failed={m.customers.more.customersFailed}
      />
    </Stack>
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
  return search ? m.customers.found({ count, total }) : m.customers.count({ count, total });
}

interface CustomersTableProps {
  customers: readonly Customer[];
  truckId: string | null;
  timezone: string;
}

function CustomersTable({ customers, truckId, timezone }: CustomersTableProps) {
  const columns = useMemo(
    (): Column<Customer>[] => [
      {
        key: "name",
        header: m.common.name,
        primary: true,
        cell: (customer) => (
          <Row
            as={Link}
            inline
            align="center"
            oneLine
            target
            weight={700}
            breaks
            to={addressOf(customer, truckId)}
          >
            {customer.name || m.customers.noName}
          </Row>
        ),
      },
      {
        key: "phone",
        header: m.common.phone,
        cell: ({ phone }) => <PhoneLink phone={phone} />,
      },
      {
        key: "email",
        header: m.common.email,
        cell: ({ email }) => <EmailLink email={email} />,
      },
      {
        key: "orders",
        header: m.common.orders,
        align: "end",
        cell: ({ orderCount }) => orderCount,
      },
      {
        key: "spent",
        header: m.customers.totalSpent,
        align: "end",
        cell: ({ totalSpent }) => formatSum(totalSpent),
      },
      {
        key: "last",
        header: m.customers.lastOrder,
        cell: ({ lastOrderAt }) => (
          <Text as="time" nowrap tabular dateTime={lastOrderAt}>
            {formatDate(new Date(lastOrderAt), timezone)}
          </Text>
        ),
      },
    ],
    [truckId, timezone],
  );
  return (
    <Table
      caption={m.common.customers}
      columns={columns}
      rows={customers}
      rowKey={(customer) => customer._id}
    />
  );
}

/** The truck goes along, so that the page counts the same orders as the list. */
function addressOf(customer: Customer, truckId: string | null): string {
  const address = `/admin/customers/${encodeURIComponent(customer._id)}`;
  return truckId ? `${address}?truck=${encodeURIComponent(truckId)}` : address;
}

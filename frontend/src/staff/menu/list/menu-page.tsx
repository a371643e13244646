import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import { serverConfigQuery } from "@/domain/api/server-config";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { truckHueProps } from "@/domain/trucks/truck-hue";
import { messages as m } from "@/messages";
import { AccountWithoutTruck } from "@/staff/menu/account-without-truck";
import { downloadMenu, probeMenu } from "@/staff/menu/api";
import { ImportDrawer } from "@/staff/menu/import/import-drawer";
import { signOut } from "@/staff/session/session";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { type TruckScope, TruckSelect, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { withParams } from "@/ui/browser/with-params-and-param-once";
import { classNames } from "@/ui/class-names";
import { Button, ButtonLink } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeletons";
import { SearchInput } from "@/ui/inputs/search-input";
import { Row, Stack, Text } from "@/ui/layout";
import { BackLink } from "@/ui/layout/back-button-and-return-to-list";
import { PageHeader } from "@/ui/layout/page-header";
import { MenuTable } from "./menu-table";
import styles from "./menu-table.module.css";
import { ReorderList } from "./reorder-list";

/** The menu of one truck: an admin's own, or the one that a superadmin chose. */
export function MenuPage() {
  const scope = useTruckScope();
  useDocumentTitle(m.common.menu);
  return (
    <>
      <PageHeader
        title={m.common.menu}
        back={<BackLink to="/admin/dashboard" label={m.menu.toDashboard} />}
        actions={
          <>
            <TruckSelect scope={scope} />
            {scope.truckId ? (
              <ButtonLink to={newPath(scope)} variant="primary">
                {m.menu.add}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <TruckMenu scope={scope} />
      <DevButtons truckId={scope.truckId} onFreshLogin={signOut} />
    </>
  );
}

function TruckMenu({ scope }: { scope: TruckScope }) {
  const { truckId, truck, isChooser } = scope;
  return (
    <TruckContent scope={scope} skeleton={<MenuListSkeleton />} noTruck={<AccountWithoutTruck />}>
      {truckId ? (
        <div {...(truck ? truckHueProps(truck) : {})}>
          <MenuList
            key={truckId}
            truckId={truckId}
            truckName={isChooser ? (truck?.name ?? "") : null}
            newPath={newPath(scope)}
          />
        </div>
      ) : null}
    </TruckContent>
  );
}

/** A superadmin's new menu item goes to the truck that is chosen here. */
function newPath({ isChooser, truckId }: TruckScope): string {
  return isChooser ? `/admin/menu/new?truck=${truckId}` : "/admin/menu/new";
}

interface MenuListProps {
  truckId: string;
  /** For those who look after several trucks: each row says whose it is. Null leaves that out. */
  truckName: string | null;
  /** Where a menu item is added. */
  newPath: string;
}

/** A truck's menu to work on, or what stands in its place. */
function MenuList({ truckId, truckName, newPath }: MenuListProps) {
  const query = useQuery(staffMenuQuery(truckId));
  const [isImporting, setImporting] = useState(false);
  const openImport = () => setImporting(true);
  return (
    <>
      <Loaded query={query} skeleton={<MenuListSkeleton />} failed={m.common.menuItemsFailed}>
        {(menu) =>
          menu.length === 0 ? (
            <EmptyState
              title={m.common.noMenuItemsYet}
              description={m.menu.emptyHint}
              action={
                <Row gap={2} justify="center">
                  <ButtonLink to={newPath} variant="primary">
                    {m.common.addFirstMenuItem}
                  </ButtonLink>
                  <Button onClick={openImport}>{m.menu.import.open}</Button>
                </Row>
              }
            />
          ) : (
            <MenuContent
              truckId={truckId}
              truckName={truckName}
              menu={menu}
              onImport={openImport}
            />
          )
        }
      </Loaded>
      <ImportDrawer truckId={truckId} open={isImporting} onOpenChange={setImporting} />
    </>
  );
}

interface MenuContentProps extends Omit<MenuListProps, "newPath"> {
  menu: readonly StaffMenuItem[];
  onImport: () => void;
}

function MenuContent({ truckId, truckName, menu, onImport }: MenuContentProps) {
  const [isOrdering, setOrdering] = useState(false);
  const [search, setSearch] = useMenuSearch();
  return (
    <>
      <MenuToolbar
        truckId={truckId}
        search={search}
        onSearch={setSearch}
        isOrdering={isOrdering}
        onOrdering={setOrdering}
        onImport={onImport}
      />
      {isOrdering ? (
        <ReorderList truckId={truckId} menu={menu} />
      ) : (
        <MenuTable
          truckId={truckId}
          truckName={truckName}
          menu={menu}
          search={search}
          onClearSearch={() => setSearch("")}
        />
      )}
    </>
  );
}

interface MenuToolbarProps {
  truckId: string;
  search: string;
  onSearch: (text: string) => void;
  isOrdering: boolean;
  onOrdering: (isOrdering: boolean) => void;
  onImport: () => void;
}

/** What can be done with the whole list. While it is put in order there is nothing to search. */
function MenuToolbar(props: MenuToolbarProps) {
  const { truckId, search, onSearch, isOrdering, onOrdering, onImport } = props;
  return (
    <Row gap={2} align="center" marginBottom={4}>
      {isOrdering ? null : (
        <div className={styles.search}>
          <SearchInput label={m.menu.search.label} value={search} onChange={onSearch} />
        </div>
      )}
      <div className={classNames(styles.tools, isOrdering && styles.alone)}>
        <Button onClick={() => onOrdering(!isOrdering)}>
          {isOrdering ? m.common.done : m.menu.sort.start}
        </Button>
        {isOrdering ? null : (
          <>
            <DownloadButton load={() => downloadMenu(truckId)} fallbackName="menu.csv">
              {m.common.exportCsv}
            </DownloadButton>
            <Button onClick={onImport}>{m.menu.import.open}</Button>
            <ButtonLink to={`/admin/menu/sets?truck=${truckId}`}>{m.menu.optionSets}</ButtonLink>
          </>
        )}
      </div>
    </Row>
  );
}

const PARAMETER = "q";

const WRITE_AFTER_MS = 400;

/** The text of the search. The address follows it after a pause, so that the way back finds it again. */
function useMenuSearch(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const written = params.get(PARAMETER) ?? "";
  const [text, setText] = useState(written);
  useEffect(() => {
    if (written === text) return;
    const timer = setTimeout(() => {
      setParams((current) => withParams(current, { [PARAMETER]: text }), {
        replace: true,
        preventScrollReset: true,
      });
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [written, text, setParams]);
  return [text, setText];
}

const ROWS = ["a", "b", "c", "d", "e", "f"];

function MenuListSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.common.loadingMenuItems}</span>
      <Stack gap={3}>
        <Skeleton width="20rem" height="2.75rem" />
        {ROWS.map((row) => (
          <Skeleton key={row} height="4.5rem" />
        ))}
      </Stack>
    </div>
  );
}

interface DevButtonsProps {
  truckId: string | null;
  /** Drops the session and asks to sign in again. */
  onFreshLogin: () => void;
}

/** For developers; where its settings allow it only. */
function DevButtons({ truckId, onFreshLogin }: DevButtonsProps) {
  const { data: config } = useQuery(serverConfigQuery());
  const probe = useMutation({ mutationFn: probeMenu });
  if (!config?.devTools) return null;
  return (
    <section aria-label={m.menu.dev.title} className={styles.devButtonsTools}>
      <Text as="h2" marginBottom={2} soft size="m">
        {m.menu.dev.title}
      </Text>
      <Row gap={2}>
        <Button
          disabled={truckId === null}
          busy={probe.isPending}
          onClick={() => truckId && probe.mutate(truckId)}
        >
          {m.menu.dev.testApi}
        </Button>
        <Button onClick={onFreshLogin}>{m.menu.dev.freshLogin}</Button>
        <Button onClick={() => window.location.reload()}>{m.menu.dev.reload}</Button>
      </Row>
      <Text marginTop={2} soft role="status" className={styles.result}>
        {probe.data ? m.menu.dev.answered({ ms: probe.data.ms, items: probe.data.items }) : null}
        {probe.error ? m.menu.dev.failed({ errorMessage: errorMessage(probe.error) }) : null}
      </Text>
    </section>
  );
}

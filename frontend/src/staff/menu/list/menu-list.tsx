import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffMenuItem } from "@/api/admin-types";
import { sentenceOf } from "@/api/errors";
import { staffMenuQuery } from "@/api/staff-menu";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { ImportDrawer } from "./import-drawer";
import styles from "./menu-list.module.css";
import { MenuListSkeleton } from "./menu-list-skeleton";
import { MenuTable } from "./menu-table";
import { MenuToolbar } from "./menu-toolbar";
import { OrderList } from "./order-list";
import { useMenuSearch } from "./use-menu-search";

interface MenuListProps {
  truckId: string;
  /** For those who look after several trucks: each row says whose it is. Null leaves that out. */
  truckName: string | null;
  /** Where a dish is added. */
  newPath: string;
}

/** A truck's menu to work on, or what stands in its place. */
export function MenuList({ truckId, truckName, newPath }: MenuListProps) {
  const { data: menu, error, refetch, isPending } = useQuery(staffMenuQuery(truckId));
  const [isImporting, setImporting] = useState(false);
  const openImport = () => setImporting(true);
  return (
    <>
      {isPending ? <MenuListSkeleton /> : null}
      {error && !menu ? (
        <ErrorState
          title="Failed to load menu items"
          description={sentenceOf(error)}
          onRetry={() => refetch()}
        />
      ) : null}
      {menu && menu.length === 0 ? (
        <EmptyState
          title="No menu items yet"
          description="Add the dishes one by one, or all at once from a spreadsheet."
          action={
            <div className={styles.emptyActions}>
              <ButtonLink to={newPath} variant="primary">
                Add First Menu Item
              </ButtonLink>
              <Button onClick={openImport}>Import CSV</Button>
            </div>
          }
        />
      ) : null}
      {menu && menu.length > 0 ? (
        <MenuContent truckId={truckId} truckName={truckName} menu={menu} onImport={openImport} />
      ) : null}
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
        <OrderList truckId={truckId} menu={menu} />
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

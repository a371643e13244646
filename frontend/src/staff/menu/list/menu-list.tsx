import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { messages as m } from "@/messages";
import { ImportDrawer } from "@/staff/menu/import/import-drawer";
import { OrderList } from "@/staff/menu/sorting/order-list";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Row } from "@/ui/layout";
import { MenuListSkeleton } from "./menu-list-skeleton";
import { MenuTable } from "./menu-table";
import { MenuToolbar } from "./menu-toolbar";
import { useMenuSearch } from "./use-menu-search";

interface MenuListProps {
  truckId: string;
  /** For those who look after several trucks: each row says whose it is. Null leaves that out. */
  truckName: string | null;
  /** Where a menu item is added. */
  newPath: string;
}

/** A truck's menu to work on, or what stands in its place. */
export function MenuList({ truckId, truckName, newPath }: MenuListProps) {
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

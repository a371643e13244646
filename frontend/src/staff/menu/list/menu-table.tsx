import { useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue, useMemo, useRef } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { DEFAULT_TIMEZONE } from "@/domain/time/time";
import { staffTrucksQuery } from "@/domain/trucks/staff-trucks";
import { messages as m } from "@/messages";
import { DataTable } from "@/ui/content/data-table";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Text } from "@/ui/layout";
import { DeleteDialog } from "./delete-dialog";
import { menuColumns } from "./menu-columns";
import { searchMenu } from "./menu-search";
import styles from "./menu-table.module.css";
import { useAvailability } from "./use-availability";
import { useDelete } from "./use-delete";
import { useDuplicate } from "./use-duplicate";

interface MenuTableProps {
  truckId: string;
  /** Fills the column 'Food Truck'; null leaves it out. */
  truckName: string | null;
  menu: readonly StaffMenuItem[];
  search: string;
  onClearSearch: () => void;
}

/** The menu items that the search finds, each with what can be done with it. */
export function MenuTable({ truckId, truckName, menu, search, onClearSearch }: MenuTableProps) {
  // Typing goes first; the rows follow when there is time.
  const settled = useDeferredValue(search);
  const found = useMemo(() => searchMenu(menu, settled), [menu, settled]);
  const count = useRef<HTMLParagraphElement>(null);
  // What had the focus goes with its row or its button.
  const focusCount = () => count.current?.focus();
  const toggle = useAvailability(truckId);
  const duplicate = useDuplicate(truckId);
  const deletion = useDelete(truckId, focusCount);
  const { ask } = deletion;
  const zone = useZone(truckId);
  const columns = useMemo(
    () => menuColumns({ truckName, zone, onToggle: toggle, onDuplicate: duplicate, onDelete: ask }),
    [truckName, zone, toggle, duplicate, ask],
  );
  const handleClear = () => {
    onClearSearch();
    focusCount();
  };
  return (
    <>
      <Text marginBottom={2} soft role="status" ref={count} tabIndex={-1}>
        {countMessage(found.length, menu.length)}
      </Text>
      {found.length > 0 ? (
        <Rows columns={columns} rows={found} />
      ) : (
        <EmptyState
          title={m.menu.search.noMatch({ search: settled.trim() })}
          action={<Button onClick={handleClear}>{m.menu.search.clear}</Button>}
        />
      )}
      <DeleteDialog deletion={deletion} />
    </>
  );
}

/** The truck's zone, as far as its page has loaded it. */
function useZone(truckId: string): string {
  const { data: zone } = useQuery({
    ...staffTrucksQuery(),
    enabled: false,
    select: (trucks) => trucks.find(({ _id }) => _id === truckId)?.timezone,
  });
  return zone ?? DEFAULT_TIMEZONE;
}

interface RowsProps {
  columns: ReturnType<typeof menuColumns>;
  rows: readonly StaffMenuItem[];
}

const Rows = memo(function Rows({ columns, rows }: RowsProps) {
  return (
    <div className={styles.table}>
      <DataTable
        caption={m.common.menuItems}
        columns={columns}
        rows={rows}
        rowKey={(item) => item._id}
      />
    </div>
  );
});

function countMessage(found: number, all: number): string {
  const items = m.menu.search.itemWord({ all });
  return found === all ? `${all} ${items}` : m.menu.search.found({ found, all, items });
}

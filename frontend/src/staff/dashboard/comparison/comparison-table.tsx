import { useMemo, useState } from "react";
import type { TruckComparison } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import styles from "@/staff/dashboard/dashboard.module.css";
import { useNow } from "@/ui/browser/use-now";
import { DataTable } from "@/ui/content/data-table";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { Select } from "@/ui/inputs/select";
import { columnNames, comparisonColumns } from "./comparison-columns";
import { firstOrder, SORT_KEYS, type Sorting, type SortKey, sortTrucks } from "./sorting";

/** A street of trucks at a glance; the others at a press. */
const SHOWN_TRUCKS = 12;

/** A row for each truck, sorted by any column, and their sums. */
export function ComparisonTable({ comparison }: { comparison: TruckComparison }) {
  const now = useNow();
  const [sorting, setSorting] = useState<Sorting>({ key: "truck", order: "ascending" });
  const [showsAll, setShowsAll] = useState(false);
  const sorted = useMemo(
    () => sortTrucks(comparison.trucks, sorting, now),
    [comparison.trucks, sorting, now],
  );
  const columns = useMemo(
    () => comparisonColumns({ comparison, now, sorting, setSorting }),
    [comparison, now, sorting],
  );
  return (
    <>
      <PhoneSorting sorting={sorting} onSort={setSorting} />
      <DataTable
        caption={m.comparison.title}
        columns={columns}
        rows={showsAll ? sorted : sorted.slice(0, SHOWN_TRUCKS)}
        rowKey={({ truckId }) => truckId}
      />
      {sorted.length > SHOWN_TRUCKS ? (
        // One button for both, so that it keeps the focus.
        <Button onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? m.comparison.showFewer : m.comparison.showAll({ count: sorted.length })}
        </Button>
      ) : null}
    </>
  );
}

interface PhoneSortingProps {
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

/** Where the columns' headings are out of sight. */
function PhoneSorting({ sorting, onSort }: PhoneSortingProps) {
  const names = columnNames();
  return (
    <div className={styles.phoneSorting}>
      <Field label={m.comparison.sortBy}>
        <Select
          value={sorting.key}
          onChange={({ target }) => {
            const key = target.value as SortKey;
            onSort({ key, order: firstOrder(key) });
          }}
        >
          {SORT_KEYS.map((key) => (
            <option key={key} value={key}>
              {names[key]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

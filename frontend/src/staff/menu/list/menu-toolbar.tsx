import { messages as m } from "@/messages";
import { downloadMenu } from "@/staff/menu/api";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { DownloadButton } from "@/ui/controls/download-button";
import { SearchInput } from "@/ui/inputs/search-input";
import { Row } from "@/ui/layout";
import styles from "./menu-table.module.css";

interface MenuToolbarProps {
  truckId: string;
  search: string;
  onSearch: (text: string) => void;
  isOrdering: boolean;
  onOrdering: (isOrdering: boolean) => void;
  onImport: () => void;
}

/** What can be done with the whole list. While it is put in order there is nothing to search. */
export function MenuToolbar(props: MenuToolbarProps) {
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
          </>
        )}
      </div>
    </Row>
  );
}

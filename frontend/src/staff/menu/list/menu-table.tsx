import { useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue, useMemo, useRef } from "react";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { searchMenu } from "@/domain/menu/staff-menu-query-and-search";
import { presentTime } from "@/domain/time/server-clock";
import { wordByDay } from "@/domain/time/time-words";
import { DEFAULT_TIMEZONE, parseInstant } from "@/domain/time/wall-clock";
import { staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";
import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import { LetterPlate, ResponsiveImage } from "@/ui/content/images-and-letter-plates";
import { Price } from "@/ui/content/price";
import { type Column, Table } from "@/ui/content/table";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { CopyIcon, TrashIcon } from "@/ui/icons/staff-icons";
import { Row, Stack, Text } from "@/ui/layout";
import { FROM_LIST } from "@/ui/layout/back-button-and-return-to-list";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { type Deletion, useAvailability, useDelete, useDuplicate } from "./menu-item-actions";
import styles from "./menu-table.module.css";

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
      <Table
        caption={m.common.menuItems}
        columns={columns}
        rows={rows}
        rowKey={(item) => item._id}
      />
    </div>
  );
});

function countMessage(found: number, all: number): string {
  return found === all ? m.menu.search.all({ count: all }) : m.menu.search.found({ found, all });
}

function DeleteDialog({ deletion }: { deletion: Deletion }) {
  const { item, isOpen, isPending, close, confirm } = deletion;
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={close}
      title={m.common.deleteNamed({ name: item?.name ?? "" })}
      confirmLabel={isPending ? m.menu.deleting : m.common.delete}
      destructive
      pending={isPending}
      onConfirm={confirm}
    >
      {m.menuShared.deleteMenuItemHint}
    </ConfirmDialog>
  );
}

interface MenuColumns {
  truckName: string | null;
  /** The truck's own, for when something is back. */
  zone: string;
  onToggle: (item: StaffMenuItem) => void;
  onDuplicate: (item: StaffMenuItem) => void;
  onDelete: (item: StaffMenuItem) => void;
}

type RowActions = Omit<MenuColumns, "truckName" | "zone">;

function menuColumns({ truckName, zone, ...actions }: MenuColumns): Column<StaffMenuItem>[] {
  return [
    { key: "item", header: m.common.item, primary: true, cell: (item) => <Item item={item} /> },
    {
      key: "category",
      header: m.menu.table.categoryAndSection,
      cell: (item) => <Place item={item} />,
    },
    {
      key: "price",
      header: m.common.price,
      align: "end",
      cell: (item) => <PriceAndUnits item={item} />,
    },
    ...(truckName === null
      ? []
      : [
          {
            key: "truck",
            header: m.menu.table.truck,
            cell: () => <TruckName name={truckName} />,
          } as const,
        ]),
    {
      key: "status",
      header: m.common.status,
      cell: (item) => <Status item={item} zone={zone} />,
    },
    {
      key: "actions",
      header: m.common.actions,
      cell: (item) => <Actions item={item} {...actions} />,
    },
  ];
}

function Item({ item }: { item: StaffMenuItem }) {
  return (
    <Row oneLine gap={3} align="center" className={styles.item}>
      <div className={styles.image}>
        <ResponsiveImage
          address={item.imageUrl}
          alt=""
          sizes="4rem"
          ratio="square"
          fallback={<LetterPlate name={item.name} />}
          dimmed={!item.isAvailable}
        />
      </div>
      <Stack shrinks>
        <Text as="span" weight={700} breaks id={nameId(item)}>
          {item.name}
        </Text>
        {item.description ? <span className={styles.text}>{item.description}</span> : null}
      </Stack>
    </Row>
  );
}

/** Most menu items take one unit of the kitchen; only the others say so. */
function PriceAndUnits({ item: { basePrice, prepUnits } }: { item: StaffMenuItem }) {
  return (
    <Stack breaks className={styles.place}>
      <Price cents={dollarsToCents(basePrice)} weight={700} />
      {prepUnits === 1 ? null : (
        <Text as="span" soft size="s">
          {m.menu.countsAs({ count: prepUnits })}
        </Text>
      )}
    </Stack>
  );
}

function Place({ item: { category, section } }: { item: StaffMenuItem }) {
  if (!category && !section)
    return (
      <Text as="span" soft size="s">
        {m.common.none}
      </Text>
    );
  return (
    <Stack breaks className={styles.place}>
      {category ? <span>{category}</span> : null}
      {section ? (
        <Text as="span" soft size="s">
          {section}
        </Text>
      ) : null}
    </Stack>
  );
}

function Status({ item, zone }: { item: StaffMenuItem; zone: string }) {
  const back = parseInstant(item.soldOutUntil);
  if (item.isAvailable) return <Badge tone="good">{m.common.available}</Badge>;
  return (
    <Stack breaks className={styles.place}>
      <span>
        <Badge>{m.common.unavailable}</Badge>
      </span>
      {back ? (
        <Text as="span" soft size="s">
          {wordByDay(back, zone, presentTime(), m.common.soldOutUntil)}
        </Text>
      ) : null}
    </Stack>
  );
}

function TruckName({ name }: { name: string }) {
  return (
    <span title={name} className={styles.truck}>
      {name}
    </span>
  );
}

function Actions({ item, onToggle, onDuplicate, onDelete }: RowActions & { item: StaffMenuItem }) {
  return (
    <Row gap={1} oneLine className={styles.actions}>
      <Button
        aria-describedby={nameId(item)}
        onClick={() => onToggle(item)}
        className={styles.toggle}
      >
        {item.isAvailable ? m.menu.availability.markUnavailable : m.menu.availability.markAvailable}
      </Button>
      <ButtonLink
        to={`/admin/menu/edit/${item._id}`}
        state={FROM_LIST}
        aria-label={m.common.editNamed({ name: item.name })}
        className={styles.edit}
      >
        {m.common.edit}
      </ButtonLink>
      <Button
        variant="quiet"
        title={m.menu.duplicate.action}
        aria-label={m.menu.duplicate.named({ name: item.name })}
        onClick={() => onDuplicate(item)}
        className={styles.icon}
      >
        <CopyIcon />
      </Button>
      <Button
        variant="quiet"
        title={m.common.delete}
        aria-label={m.common.deleteNamed({ name: item.name })}
        onClick={() => onDelete(item)}
        className={styles.icon}
      >
        <TrashIcon />
      </Button>
    </Row>
  );
}

function nameId({ _id }: StaffMenuItem): string {
  return `menu-item-${_id}`;
}

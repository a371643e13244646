import type { StaffMenuItem } from "@/domain/api/admin-types";
import { presentTime } from "@/domain/time/server-clock";
import { parseInstant } from "@/domain/time/time";
import { untilLabel } from "@/domain/time/until";
import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import type { Column } from "@/ui/content/data-table";
import { LetterPlate } from "@/ui/content/letter-plate";
import { Price } from "@/ui/content/price";
import { ResponsiveImage } from "@/ui/content/responsive-image";
import { FROM_LIST } from "@/ui/controls/back-button";
import { Button, ButtonLink } from "@/ui/controls/button";
import { TrashIcon } from "@/ui/icons/form-icons";
import { CopyIcon } from "@/ui/icons/row-icons";
import styles from "./menu-table.module.css";

interface MenuColumns {
  truckName: string | null;
  /** The truck's own, for when something is back. */
  zone: string;
  onToggle: (item: StaffMenuItem) => void;
  onDuplicate: (item: StaffMenuItem) => void;
  onDelete: (item: StaffMenuItem) => void;
}

type RowActions = Omit<MenuColumns, "truckName" | "zone">;

export function menuColumns({ truckName, zone, ...actions }: MenuColumns): Column<StaffMenuItem>[] {
  return [
    { key: "item", header: m.staff.menu.item, primary: true, cell: (item) => <Item item={item} /> },
    {
      key: "category",
      header: m.staff.menu.categorySection,
      cell: (item) => <Place item={item} />,
    },
    {
      key: "price",
      header: m.staff.menu.price,
      align: "end",
      cell: (item) => <PriceAndUnits item={item} />,
    },
    ...(truckName === null
      ? []
      : [
          {
            key: "truck",
            header: m.staff.menu.foodTruck,
            cell: () => <TruckName name={truckName} />,
          } as const,
        ]),
    {
      key: "status",
      header: m.staff.menu.status,
      cell: (item) => <Status item={item} zone={zone} />,
    },
    {
      key: "actions",
      header: m.staff.menu.actions,
      cell: (item) => <Actions item={item} {...actions} />,
    },
  ];
}

function Item({ item }: { item: StaffMenuItem }) {
  return (
    <div className={styles.item}>
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
      <div className={styles.words}>
        <span id={nameId(item)} className={styles.name}>
          {item.name}
        </span>
        {item.description ? <span className={styles.text}>{item.description}</span> : null}
      </div>
    </div>
  );
}

/** Most menu items take one unit of the kitchen; only the others say so. */
function PriceAndUnits({ item: { basePrice, prepUnits } }: { item: StaffMenuItem }) {
  return (
    <div className={styles.place}>
      <Price cents={dollarsToCents(basePrice)} className={styles.price} />
      {prepUnits === 1 ? null : (
        <span className={styles.soft}>{m.staff.menu.units({ prepUnits })}</span>
      )}
    </div>
  );
}

function Place({ item: { category, section } }: { item: StaffMenuItem }) {
  if (!category && !section) return <span className={styles.soft}>{m.staff.menu.none}</span>;
  return (
    <div className={styles.place}>
      {category ? <span>{category}</span> : null}
      {section ? <span className={styles.soft}>{section}</span> : null}
    </div>
  );
}

function Status({ item, zone }: { item: StaffMenuItem; zone: string }) {
  const back = parseInstant(item.soldOutUntil);
  if (item.isAvailable) return <Badge tone="good">{m.staff.menu.available}</Badge>;
  return (
    <div className={styles.place}>
      <span>
        <Badge>{m.staff.menu.unavailable}</Badge>
      </span>
      {back ? (
        <span className={styles.soft}>
          {m.staff.menu.soldOut({ untilLabel: untilLabel(back, zone, presentTime()) })}
        </span>
      ) : null}
    </div>
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
    <div className={styles.actions}>
      <Button
        aria-describedby={nameId(item)}
        onClick={() => onToggle(item)}
        className={styles.toggle}
      >
        {item.isAvailable ? m.staff.menu.markUnavailable : m.staff.menu.markAvailable}
      </Button>
      <ButtonLink
        to={`/admin/menu/edit/${item._id}`}
        state={FROM_LIST}
        aria-label={m.staff.menu.edit({ name: item.name })}
        className={styles.edit}
      >
        {m.staff.menu.edit2}
      </ButtonLink>
      <Button
        variant="quiet"
        title={m.staff.menu.duplicate}
        aria-label={m.staff.menu.duplicate2({ name: item.name })}
        onClick={() => onDuplicate(item)}
        className={styles.icon}
      >
        <CopyIcon />
      </Button>
      <Button
        variant="quiet"
        title={m.staff.menu.deleteAction}
        aria-label={m.staff.menu.delete({ name: item.name })}
        onClick={() => onDelete(item)}
        className={styles.icon}
      >
        <TrashIcon />
      </Button>
    </div>
  );
}

function nameId({ _id }: StaffMenuItem): string {
  return `menu-item-${_id}`;
}

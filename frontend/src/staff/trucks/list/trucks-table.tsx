import { useMemo } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { messages as m } from "@/messages";
import { PaymentAccountCell } from "@/staff/trucks/payment-account/payment-account-cell";
import styles from "@/staff/trucks/trucks.module.css";
import { Badge } from "@/ui/content/badge";
import { type Column, DataTable } from "@/ui/content/data-table";
import { Stack, Text } from "@/ui/layout";
import { TruckActions } from "./truck-actions";

interface TrucksTableProps {
  trucks: readonly StaffTruck[];
  onDeleted: () => void;
}

/** One page of trucks. Only its rows ask the payment provider. */
export function TrucksTable({ trucks, onDeleted }: TrucksTableProps) {
  const columns = useMemo((): Column<StaffTruck>[] => {
    return [
      {
        key: "truck",
        header: m.common.truckShort,
        primary: true,
        cell: (truck) => <Name truck={truck} />,
      },
      { key: "owner", header: m.common.owner, cell: (truck) => <Owner truck={truck} /> },
      {
        key: "status",
        header: m.common.status,
        cell: (truck) => <Status truck={truck} />,
      },
      { key: "stripe", header: "Stripe", cell: (truck) => <PaymentAccountCell truck={truck} /> },
      {
        key: "created",
        header: m.trucks.created,
        cell: (truck) => <Created truck={truck} />,
      },
      {
        key: "actions",
        header: m.common.actions,
        cell: (truck) => <TruckActions truck={truck} onDeleted={onDeleted} />,
      },
    ];
  }, [onDeleted]);
  return (
    <DataTable
      caption={m.common.foodTrucks}
      columns={columns}
      rows={trucks}
      rowKey={(truck) => truck._id}
    />
  );
}

function Name({ truck }: { truck: StaffTruck }) {
  return (
    <Stack gap={1} shrinks breaks>
      <strong className={styles.name}>{truck.name}</strong>
      <Text as="span" soft size="s" weight={400}>
        /{truck.slug}
      </Text>
    </Stack>
  );
}

function Owner({ truck }: { truck: StaffTruck }) {
  const { name, email } = truck.owner;
  if (!name && !email)
    return (
      <Text as="span" soft size="s" weight={400}>
        {m.trucks.noOwner}
      </Text>
    );
  return (
    <Stack gap={1} shrinks breaks className={styles.owner}>
      <span>{name}</span>
      {email ? (
        <Text as="a" soft size="s" weight={400} href={`mailto:${email}`}>
          {email}
        </Text>
      ) : null}
    </Stack>
  );
}

function Status({ truck }: { truck: StaffTruck }) {
  return truck.isActive ? (
    <Badge tone="good">{m.common.active}</Badge>
  ) : (
    <Badge>{m.common.inactive}</Badge>
  );
}

function Created({ truck }: { truck: StaffTruck }) {
  return (
    <Text as="time" tabular dateTime={truck.createdAt}>
      {formatDate(new Date(truck.createdAt), truck.timezone)}
    </Text>
  );
}

import { useMemo } from "react";
import { Link } from "react-router";
import type { Customer } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type Column, DataTable } from "@/ui/content/data-table";
import { Row } from "@/ui/layout";
import { EmailLink, PhoneLink } from "./contact-links";
import styles from "./customers.module.css";

interface CustomersTableProps {
  customers: readonly Customer[];
  truckId: string | null;
  timezone: string;
}

export function CustomersTable({ customers, truckId, timezone }: CustomersTableProps) {
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
          <time dateTime={lastOrderAt} className={styles.line}>
            {formatDate(new Date(lastOrderAt), timezone)}
          </time>
        ),
      },
    ],
    [truckId, timezone],
  );
  return (
    <DataTable
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

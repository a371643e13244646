import { useMemo } from "react";
import { Link } from "react-router";
import type { Customer } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { formatDate } from "@/domain/values/time";
import { type Column, DataTable } from "@/ui/content/data-table";
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
        header: "Name",
        primary: true,
        cell: (customer) => (
          <Link to={addressOf(customer, truckId)} className={styles.name}>
            {customer.name || "No name"}
          </Link>
        ),
      },
      { key: "phone", header: "Phone", cell: ({ phone }) => <PhoneLink phone={phone} /> },
      { key: "email", header: "Email", cell: ({ email }) => <EmailLink email={email} /> },
      { key: "orders", header: "Orders", align: "end", cell: ({ orderCount }) => orderCount },
      {
        key: "spent",
        header: "Total spent",
        align: "end",
        cell: ({ totalSpent }) => formatSum(totalSpent),
      },
      {
        key: "last",
        header: "Last order",
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
      caption="Customers"
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

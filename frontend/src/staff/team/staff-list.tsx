import { useState } from "react";
import type { User } from "@/domain/api/admin-types";
import { Badge } from "@/ui/content/badge";
import { type Column, DataTable } from "@/ui/content/data-table";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { SearchInput } from "@/ui/inputs/search-input";
import styles from "./staff.module.css";
import { matches, ROLE_NAMES, trucksOf } from "./user-labels";

interface StaffListProps {
  users: User[];
  viewer: User;
  onEdit: (user: User) => void;
}

export function StaffList({ users, viewer, onEdit }: StaffListProps) {
  const [search, setSearch] = useState("");
  const found = users.filter((user) => matches(user, search));
  return (
    <>
      <div className={styles.search}>
        <SearchInput label="Search staff" value={search} onChange={setSearch} />
      </div>
      <DataTable
        caption="Staff"
        columns={columnsFor(viewer, onEdit)}
        rows={found}
        rowKey={(user) => user._id}
        empty={
          <EmptyState
            title="No results"
            description={`No name, email or truck has "${search.trim()}" in it.`}
            action={<Button onClick={() => setSearch("")}>Show all</Button>}
          />
        }
      />
    </>
  );
}

function columnsFor(viewer: User, onEdit: (user: User) => void): Column<User>[] {
  return [
    {
      key: "name",
      header: "Name",
      primary: true,
      cell: (user) => <Person user={user} isViewer={user._id === viewer._id} />,
    },
    { key: "role", header: "Role", cell: (user) => ROLE_NAMES[user.role] },
    { key: "truck", header: "Food truck", cell: trucksOf },
    { key: "status", header: "Status", cell: (user) => <Status user={user} /> },
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "end",
      cell: (user) => (
        <Button onClick={() => onEdit(user)}>
          Edit <span className="visually-hidden">{user.name}</span>
        </Button>
      ),
    },
  ];
}

function Person({ user, isViewer }: { user: User; isViewer: boolean }) {
  return (
    <>
      <span className={styles.name}>
        {user.name}
        {isViewer ? " (you)" : null}
      </span>
      <span className={styles.email}>{user.email}</span>
    </>
  );
}

function Status({ user }: { user: User }) {
  return user.isActive ? <Badge tone="good">Active</Badge> : <Badge>Disabled</Badge>;
}

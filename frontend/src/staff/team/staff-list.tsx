import { useState } from "react";
import type { User } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import { type Column, DataTable } from "@/ui/content/data-table";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { SearchInput } from "@/ui/inputs/search-input";
import { Text } from "@/ui/layout";
import styles from "./staff.module.css";
import { describeInvitation, matches, roleNames, trucksOf } from "./user-labels";

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
        <SearchInput label={m.team.list.search} value={search} onChange={setSearch} />
      </div>
      <DataTable
        caption={m.common.staff}
        columns={columnsFor(viewer, onEdit)}
        rows={found}
        rowKey={(user) => user._id}
        empty={
          <EmptyState
            title={m.team.list.noMatch}
            description={m.team.list.noMatchHint({ search: search.trim() })}
            action={<Button onClick={() => setSearch("")}>{m.common.showAll}</Button>}
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
      header: m.common.name,
      primary: true,
      cell: (user) => <Person user={user} isViewer={user._id === viewer._id} />,
    },
    { key: "role", header: m.common.role, cell: (user) => roleNames()[user.role] },
    { key: "truck", header: m.common.truck, cell: trucksOf },
    { key: "status", header: m.common.status, cell: (user) => <Status user={user} /> },
    {
      key: "actions",
      header: m.common.actions,
      hideHeader: true,
      align: "end",
      cell: (user) => (
        <Button onClick={() => onEdit(user)}>
          {m.common.edit} <span className="visually-hidden">{user.name}</span>
        </Button>
      ),
    },
  ];
}

function Person({ user, isViewer }: { user: User; isViewer: boolean }) {
  return (
    <>
      <Text as="span" block breaks>
        {user.name}
        {isViewer ? m.team.list.you : null}
      </Text>
      <Text as="span" soft size="s" weight={400} breaks>
        {user.email}
      </Text>
    </>
  );
}

function Status({ user }: { user: User }) {
  if (user.isActive && user.invitation) return <Invited invitation={user.invitation} />;
  return user.isActive ? (
    <Badge tone="good">{m.common.active}</Badge>
  ) : (
    <Badge>{m.team.list.disabled}</Badge>
  );
}

function Invited({ invitation }: { invitation: NonNullable<User["invitation"]> }) {
  return (
    <>
      <Badge tone={invitation.isOver ? "warning" : "info"}>
        {invitation.isOver ? m.team.invitation.expired : m.team.invitation.pending}
      </Badge>
      <Text as="span" block soft size="s">
        {describeInvitation(invitation)}
      </Text>
    </>
  );
}

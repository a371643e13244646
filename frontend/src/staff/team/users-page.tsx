import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import type { Role, User } from "@/domain/api/staff-types";
import { staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";
import { searchFor } from "@/domain/values/text-search";
import { messages as m } from "@/messages";
import { replaceUser, useCurrentUser } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Badge } from "@/ui/content/badge";
import { type Column, Table } from "@/ui/content/table";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { PlusIcon } from "@/ui/icons/common-icons";
import { SearchInput } from "@/ui/inputs/search-input";
import { Text } from "@/ui/layout";
import { BackLink } from "@/ui/layout/back-button-and-return-to-list";
import { PageHeader } from "@/ui/layout/page-header";
import { AddUserDrawer } from "./add-user-drawer";
import { usersQuery } from "./api";
import { EditUserDrawer } from "./edit-user-drawer";
import { describeInvitation } from "./invitation-and-sign-in-sections";
import type { TruckChoice } from "./role-and-truck-fields";
import styles from "./team.module.css";

export function UsersPage() {
  const viewer = useCurrentUser();
  const { data: trucks = [], error, isFetching } = useQuery(staffTrucksQuery());
  const problem = error ? m.shell.trucksFailed({ errorMessage: errorMessage(error) }) : null;
  useDocumentTitle(m.common.staff);
  return (
    <Staff
      viewer={viewer}
      trucks={{ trucks, problem }}
      isReading={isFetching}
      onViewerChanged={replaceUser}
    />
  );
}

interface StaffProps {
  /** The signed-in user, who may not shut themselves out. */
  viewer: User;
  trucks: TruckChoice;
  isReading: boolean;
  onViewerChanged: (user: User) => void;
}

/** Everybody with an account, and what a superadmin does about them. */
function Staff({ viewer, trucks, isReading, onViewerChanged }: StaffProps) {
  const users = useQuery(usersQuery());
  // The checklist of a truck leads here to add someone for it.
  const [search] = useSearchParams();
  const forTruck = search.get("add") ?? "";
  const [isAdding, setAdding] = useState(forTruck !== "");
  // A kept list may be older than the truck, and a choice that is not in its list would be lost.
  const isListed = !isReading || trucks.trucks.some(({ _id }) => _id === forTruck);
  const [edited, setEdited] = useState<User | null>(null);
  // The button goes with its row when an invitation is withdrawn.
  const opener = useRef<Element>(null);
  const title = useRef<HTMLHeadingElement>(null);
  function edit(user: User) {
    opener.current = document.activeElement;
    setEdited(user);
  }
  return (
    <>
      <PageHeader
        title={m.common.staff}
        titleRef={title}
        description={m.team.lead}
        back={
          forTruck ? (
            <BackLink to={`/admin/trucks/${forTruck}`} label={m.shell.toChecklist} />
          ) : undefined
        }
        actions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <PlusIcon />
            {m.team.add.title}
          </Button>
        }
      />
      <Loaded
        query={users}
        skeleton={
          <Skeletons
            label={m.team.loading}
            heights={["2.75rem", "3.5rem", "3.5rem", "3.5rem"]}
            firstWidth="22rem"
            gap={4}
          />
        }
        failed={m.team.failed}
      >
        {(shown) => <StaffList users={shown} viewer={viewer} onEdit={edit} />}
      </Loaded>
      <AddUserDrawer
        open={isAdding && (!forTruck || isListed)}
        onOpenChange={setAdding}
        trucks={trucks}
        truckId={forTruck}
      />
      <EditUserDrawer
        user={edited}
        isViewer={edited?._id === viewer._id}
        trucks={trucks}
        onClose={() => setEdited(null)}
        finalFocus={() => opener.current?.isConnected || title.current}
        onSaved={(user) => {
          if (user._id === viewer._id) onViewerChanged(user);
        }}
      />
    </>
  );
}

interface StaffListProps {
  users: User[];
  viewer: User;
  onEdit: (user: User) => void;
}

function StaffList({ users, viewer, onEdit }: StaffListProps) {
  const [search, setSearch] = useState("");
  const found = users.filter((user) => matches(user, search));
  return (
    <>
      <div className={styles.search}>
        <SearchInput label={m.team.list.search} value={search} onChange={setSearch} />
      </div>
      <Table
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
        {isViewer ? m.team.list.you({ name: user.name }) : user.name}
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

const roleNames = (): Record<Role, string> => ({
  admin: m.common.admin,
  superadmin: m.common.superadmin,
});

/** Which trucks a user works for. */
function trucksOf({ role, truckName }: User): string {
  if (role === "superadmin") return m.common.allStaffTrucks;
  return truckName ?? m.common.noTruckYet;
}

function matches(user: User, search: string): boolean {
  return searchFor(search)(user.name, user.email, trucksOf(user), roleNames()[user.role]);
}

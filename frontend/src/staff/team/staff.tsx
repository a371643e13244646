import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { User } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeleton";
import { PlusIcon } from "@/ui/icons/order-icons";
import { PageHeader } from "@/ui/layout/page-header";
import { AddUserDrawer } from "./add-user-drawer";
import { usersQuery } from "./api";
import { EditUserDrawer } from "./edit-user-drawer";
import type { TruckChoice } from "./place-fields";
import styles from "./staff.module.css";
import { StaffList } from "./staff-list";

interface StaffProps {
  /** The signed-in user, who may not shut themselves out. */
  viewer: User;
  trucks: TruckChoice;
  onViewerChanged: (user: User) => void;
}

/** Everybody with an account, and what a superadmin does about them. */
export function Staff({ viewer, trucks, onViewerChanged }: StaffProps) {
  const users = useQuery(usersQuery());
  const [isAdding, setAdding] = useState(false);
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
            className={styles.skeleton}
          />
        }
        failed={m.team.failed}
      >
        {(shown) => <StaffList users={shown} viewer={viewer} onEdit={edit} />}
      </Loaded>
      <AddUserDrawer open={isAdding} onOpenChange={setAdding} trucks={trucks} />
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

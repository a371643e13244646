/** What a new group of a menu item is taken from: an option set, or a group of another menu item. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { searchFor } from "@/domain/values/text-search";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { optionSetsQuery } from "@/staff/menu/api";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { SearchInput } from "@/ui/inputs/search-input";
import { Row, Stack, Text } from "@/ui/layout";
import { Drawer } from "@/ui/overlay/dialog-and-drawer";
import { copyGroup, describeOption, type GroupValues, readSet } from "./item-and-option-schema";
import type { MenuItemFormApi } from "./use-menu-item-form";

interface SetDialogProps {
  open: boolean;
  onClose: () => void;
  form: MenuItemFormApi;
  truckId: string;
  onChoose: (group: GroupValues) => void;
}

export function SetDialog({ open, onClose, ...props }: SetDialogProps) {
  return (
    <ChoiceDialog open={open} onClose={onClose} title={m.optionSets.useTitle}>
      <SetsToUse {...props} />
    </ChoiceDialog>
  );
}

/** Those that the menu item does not use yet. */
function SetsToUse({ form, truckId, onChoose }: Omit<SetDialogProps, "open" | "onClose">) {
  const query = useQuery(optionSetsQuery(truckId));
  // The rows of a field array do not hear of a group that is linked or detached where it stands.
  const groups = useWatch({ control: form.control, name: "optionGroups" });
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons label={m.optionSets.loading} heights={["4rem", "4rem"]} />}
      failed={m.optionSets.failed}
      headingLevel="h3"
    >
      {(sets) => {
        const others = sets.filter(({ _id }) => !groups.some(({ setId }) => setId === _id));
        if (others.length === 0) {
          return <EmptyState title={m.optionSets.noOther} description={m.optionSets.shareHint} />;
        }
        return (
          <Stack as="ul">
            {others.map((set) => (
              <Choice
                key={set._id}
                group={readSet(set)}
                note={m.optionSets.usedBy({ count: set.items.length })}
                action={m.optionSets.useOne}
                onChoose={onChoose}
              />
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}

interface CopyDialogProps {
  open: boolean;
  onClose: () => void;
  truckId: string;
  itemId: string | null;
  onChoose: (group: GroupValues) => void;
}

export function CopyDialog({ open, onClose, ...props }: CopyDialogProps) {
  return (
    <ChoiceDialog open={open} onClose={onClose} title={m.optionSets.copyTitle}>
      <Text soft marginBottom={3}>
        {m.optionSets.copyLead}
      </Text>
      <GroupsToCopy {...props} />
    </ChoiceDialog>
  );
}

function GroupsToCopy({ truckId, itemId, onChoose }: Omit<CopyDialogProps, "open" | "onClose">) {
  const query = useQuery(staffMenuQuery(truckId));
  const [search, setSearch] = useState("");
  const isMeant = searchFor(search);
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons label={m.common.loadingMenuItems} heights={["4rem", "4rem"]} />}
      failed={m.common.menuItemsFailed}
      headingLevel="h3"
    >
      {(menu) => {
        const groups = menu
          .filter(({ _id }) => _id !== itemId)
          .flatMap((item) => item.optionGroups.map((group) => ({ item: item.name, group })));
        const found = groups.filter(({ item, group }) => isMeant(item, group.name));
        if (groups.length === 0) return <EmptyState title={m.optionSets.nothingToCopy} />;
        return (
          <Stack gap={3}>
            <SearchInput label={m.optionSets.search} value={search} onChange={setSearch} />
            {found.length === 0 ? <p role="status">{m.optionSets.noneFound}</p> : null}
            <Stack as="ul">
              {found.map(({ item, group }) => (
                <Choice
                  key={group._id}
                  group={copyGroup(group)}
                  note={m.optionSets.ofItem({ item })}
                  action={m.optionSets.copyOne}
                  onChoose={onChoose}
                />
              ))}
            </Stack>
          </Stack>
        );
      }}
    </Loaded>
  );
}

interface ChoiceDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

function ChoiceDialog({ open, onClose, title, children }: ChoiceDialogProps) {
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={title}
    >
      {children}
    </Drawer>
  );
}

interface ChoiceProps {
  group: GroupValues;
  /** Where it comes from. */
  note: string;
  action: string;
  onChoose: (group: GroupValues) => void;
}

function Choice({ group, note, action, onChoose }: ChoiceProps) {
  return (
    <Row
      as="li"
      gap={3}
      align="center"
      justify="between"
      paddingBlock={3}
      lineBelow
      columns="fill-auto"
      oneLine
    >
      <Stack gap={1} shrinks grow breaks>
        <strong>{group.name}</strong>
        <span>{formatList(group.options.map(describeOption))}</span>
        <Text soft size="s">
          {note}
        </Text>
      </Stack>
      <Button onClick={() => onChoose(group)}>
        {action} <span className="visually-hidden">{group.name}</span>
      </Button>
    </Row>
  );
}

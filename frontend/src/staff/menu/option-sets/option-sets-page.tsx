import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import * as v from "valibot";
import { ApiError, errorMessage } from "@/domain/api/errors";
import type { OptionSet } from "@/domain/api/staff-types";
import { defineRecordFields } from "@/forms/define-record-fields";
import { SectionForm } from "@/forms/section-form";
import { FormDrawer } from "@/forms/unsaved-guard-and-form-drawer";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { AccountWithoutTruck } from "@/staff/menu/account-without-truck";
import {
  changedSetMeanwhile,
  changeSet,
  createSet,
  deleteSet,
  optionSetsQuery,
  useChangedSets,
} from "@/staff/menu/api";
import {
  describeGroup,
  describeOption,
  describeRule,
  groupSchema,
  NEW_GROUP,
  readSet,
} from "@/staff/menu/editor/item-and-option-schema";
import { GroupFields } from "@/staff/menu/editor/option-group-and-option-fields";
import type { MenuItemFormApi } from "@/staff/menu/editor/use-menu-item-form";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { useParamOnce } from "@/ui/browser/with-params-and-param-once";
import { type Column, Table } from "@/ui/content/table";
import { Button } from "@/ui/controls/button";
import { Link } from "@/ui/controls/router-link";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { BackButton, FROM_LIST } from "@/ui/layout/back-button-and-return-to-list";
import { PageHeader } from "@/ui/layout/page-header";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";

/** The option sets of a truck: what each says, which menu items use it, and one place to change it for all of them. */
export function OptionSetsPage() {
  const scope = useTruckScope();
  const { truckId, isChooser } = scope;
  useDocumentTitle(m.optionSets.title);
  return (
    <>
      <PageHeader
        title={m.optionSets.title}
        description={m.optionSets.lead}
        back={<BackButton fallback={isChooser ? `/admin/menu?truck=${truckId}` : "/admin/menu"} />}
        actions={<TruckSelect scope={scope} />}
      />
      <TruckContent scope={scope} skeleton={<SetsSkeleton />} noTruck={<AccountWithoutTruck />}>
        {truckId ? <SetList key={truckId} truckId={truckId} /> : null}
      </TruckContent>
    </>
  );
}

/** The address may name the set to edit: a menu item leads here. */
function SetList({ truckId }: { truckId: string }) {
  const query = useQuery(optionSetsQuery(truckId));
  const [edited, setEdited] = useState(useParamOnce("set"));
  const [leaving, setLeaving] = useState<OptionSet | null>(null);
  // A button goes with its set.
  const opener = useRef<Element>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const edit = (setId: string) => {
    opener.current = document.activeElement;
    setEdited(setId);
  };
  const add = (
    <Button ref={addButton} variant="primary" onClick={() => edit("new")}>
      {m.optionSets.add}
    </Button>
  );
  return (
    <>
      <Loaded query={query} skeleton={<SetsSkeleton />} failed={m.optionSets.failed}>
        {(sets) => (
          <Stack gap={4}>
            {sets.length > 0 ? <Row justify="end">{add}</Row> : null}
            <Table
              caption={m.optionSets.title}
              columns={columnsFor(edit, setLeaving)}
              rows={sets}
              rowKey={({ _id }) => _id}
              empty={
                <EmptyState
                  title={m.optionSets.empty}
                  description={m.optionSets.shareHint}
                  action={add}
                />
              }
            />
          </Stack>
        )}
      </Loaded>
      <SetDrawer
        truckId={truckId}
        edited={edited}
        set={query.data?.find(({ _id }) => _id === edited) ?? null}
        onClose={() => setEdited(null)}
        finalFocus={() => opener.current?.isConnected || addButton.current}
      />
      {leaving ? (
        <DeleteQuestion
          key={leaving._id}
          truckId={truckId}
          set={leaving}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </>
  );
}

function SetsSkeleton() {
  return <Skeletons label={m.optionSets.loading} heights={["4.5rem", "4.5rem", "4.5rem"]} />;
}

function columnsFor(
  onEdit: (setId: string) => void,
  onDelete: (set: OptionSet) => void,
): Column<OptionSet>[] {
  return [
    {
      key: "name",
      header: m.common.name,
      primary: true,
      cell: (set) => (
        <Stack gap={1} breaks>
          <strong>{set.name}</strong>
          <Text soft size="s" weight={400}>
            {describeRule(readSet(set))}
          </Text>
        </Stack>
      ),
    },
    {
      key: "options",
      header: m.common.options,
      cell: (set) => formatList(readSet(set).options.map(describeOption)),
    },
    { key: "items", header: m.optionSets.items, cell: (set) => <Uses set={set} /> },
    {
      key: "actions",
      header: m.common.actions,
      hideHeader: true,
      align: "end",
      cell: (set) => (
        <Row gap={2} justify="end">
          <Button onClick={() => onEdit(set._id)}>
            {m.common.edit} <span className="visually-hidden">{set.name}</span>
          </Button>
          <Button variant="quiet" onClick={() => onDelete(set)}>
            {m.common.delete} <span className="visually-hidden">{set.name}</span>
          </Button>
        </Row>
      ),
    },
  ];
}

/** The menu items that use the set, each a way to its form. */
function Uses({ set: { items } }: { set: OptionSet }) {
  if (items.length === 0) {
    return (
      <Text as="span" soft>
        {m.optionSets.unused}
      </Text>
    );
  }
  return (
    <Stack as="ul">
      {items.map(({ _id, name }) => (
        <li key={_id}>
          <Row
            as={Link}
            inline
            align="center"
            target
            to={`/admin/menu/edit/${_id}`}
            state={FROM_LIST}
          >
            {name}
          </Row>
        </li>
      ))}
    </Stack>
  );
}

interface SetDrawerProps {
  truckId: string;
  /** The set's ID, "new", or null while the drawer is closed. */
  edited: string | null;
  /** Null for a new one, and while the list is loading. */
  set: OptionSet | null;
  onClose: () => void;
  finalFocus: () => HTMLElement | true | null;
}

function SetDrawer({ truckId, edited, set, onClose, finalFocus }: SetDrawerProps) {
  return (
    <FormDrawer
      open={edited === "new" || set !== null}
      onClose={onClose}
      finalFocus={finalFocus}
      title={set ? m.common.editNamed({ name: set.name }) : m.optionSets.add}
    >
      {edited ? <SetForm key={edited} truckId={truckId} set={set} onDone={onClose} /> : null}
    </FormDrawer>
  );
}

/** A set is the one group of its form, so that it has the fields of a menu item's groups. */
const setFields = defineRecordFields<OptionSet>()({
  optionGroups: {
    label: () => m.common.options,
    schema: v.array(groupSchema),
    blank: [NEW_GROUP],
    read: (set) => [readSet(set)],
    show: (groups) => groups.map(describeGroup).join("\n"),
  },
});

interface SetFormProps {
  truckId: string;
  set: OptionSet | null;
  onDone: () => void;
}

function SetForm({ truckId, set, onDone }: SetFormProps) {
  const changed = useChangedSets(truckId);
  const record = useRecordForm({
    ...setFields,
    record: set,
    save: (base, sent, key) => {
      const [group] = sent.optionGroups;
      if (!group) throw new Error("The form of an option set has one group.");
      return base ? changeSet(base, group) : createSet(truckId, group, key);
    },
    changedMeanwhile: changedSetMeanwhile,
    fieldsOf: fieldsOfGroup,
    onStored: changed,
    onSaved: ({ name, items }) => {
      showToast({ type: "success", message: m.optionSets.saved({ name, count: items.length }) });
      onDone();
    },
  });
  return (
    <SectionForm
      record={record}
      label={m.optionSets.set}
      conflictTitle={m.optionSets.conflict}
      save={m.common.save}
      saving={m.common.savingDots}
    >
      {set && set.items.length > 0 ? (
        <Text>
          {m.optionSets.changes({ items: formatList(set.items.map(({ name }) => name)) })}
        </Text>
      ) : null}
      {/* The fields of a group know the form of a menu item, of which this form has the groups alone. */}
      <GroupFields form={record.form as unknown as MenuItemFormApi} place={0} ofSet />
    </SectionForm>
  );
}

/** The server's sentences, which name the fields of a set, at those of the form. */
function fieldsOfGroup(error: unknown): Record<string, string> {
  const fields = Object.entries(error instanceof ApiError ? error.fields : {});
  return Object.fromEntries(fields.map(([path, text]) => [`optionGroups.0.${path}`, text]));
}

interface DeleteQuestionProps {
  truckId: string;
  set: OptionSet;
  onClose: () => void;
}

/** Asks before a set goes. One that is used stays: it says where, and how to take it out there. */
function DeleteQuestion({ truckId, set, onClose }: DeleteQuestionProps) {
  const changed = useChangedSets(truckId);
  const { name, items } = set;
  const deletion = useMutation({
    mutationFn: () => deleteSet(set._id),
    onSuccess: () => showToast({ type: "success", message: m.optionSets.deleted({ name }) }),
    // A colleague may have used it meanwhile.
    onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    onSettled: async () => {
      await changed();
      onClose();
    },
  });
  const closeUnless = (open: boolean) => (open ? undefined : onClose());
  if (items.length > 0) {
    return (
      <Dialog open onOpenChange={closeUnless} title={m.optionSets.inUse({ name })}>
        <Stack gap={3}>
          <p>{m.optionSets.inUseHint}</p>
          <Uses set={set} />
        </Stack>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={closeUnless}
      title={m.optionSets.deleteQuestion({ name })}
      confirmLabel={m.common.delete}
      destructive
      pending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
    >
      {m.optionSets.deleteHint}
    </ConfirmDialog>
  );
}

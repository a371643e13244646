import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFieldArray, useWatch } from "react-hook-form";
import * as v from "valibot";
import { errorMessage } from "@/domain/api/errors";
import type { OptionGroupInput } from "@/domain/api/staff-types";
import { useSend } from "@/domain/api/use-send-once";
import { formatCents, parseDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { createSet, optionSetsQuery, useChangedSets } from "@/staff/menu/api";
import { Button, ButtonLink } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { PlusIcon } from "@/ui/icons/common-icons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { FormSection } from "@/ui/layout/form-section-row-and-folded";
import {
  describeRule,
  GROUP_LIMIT,
  type GroupValues,
  groupSchema,
  NEW_GROUP,
} from "./item-and-option-schema";
import { RemovedNotice, RowButtons, useRows } from "./movable-and-removable-rows";
import { GroupFields, useGroupTitle } from "./option-group-and-option-fields";
import { CopyDialog, SetDialog } from "./set-or-group-to-copy-dialogs";
import type { MenuItemFormApi } from "./use-menu-item-form";

interface OptionGroupsProps {
  form: MenuItemFormApi;
  truckId: string;
  /** The menu item, whose own groups are not offered to copy; null for a new one. */
  itemId: string | null;
}

/** What customers choose about a menu item, edited in place or taken from an option set. */
export function OptionGroups({ form, truckId, itemId }: OptionGroupsProps) {
  const list = useFieldArray({ control: form.control, name: "optionGroups" });
  const [choice, setChoice] = useState<"set" | "copy" | null>(null);
  const rows = useRows({
    list,
    read: () => form.getValues("optionGroups"),
    unnamed: m.menuEditor.group.unnamed,
    firstField: (place) => `optionGroups.${place}.name`,
  });
  const { optionGroups: errors } = form.formState.errors;
  const wrong = errors?.root?.message ?? errors?.message;
  const isFull = list.fields.length >= GROUP_LIMIT;

  function add(group: GroupValues): void {
    rows.forgetRemoved();
    list.append(structuredClone(group), { focusName: `optionGroups.${list.fields.length}.name` });
  }

  function addChosen(group: GroupValues): void {
    setChoice(null);
    add(group);
  }

  return (
    <FormSection title={m.common.options} description={m.menuEditor.groups.lead}>
      <p role="status" className="visually-hidden">
        {rows.news}
      </p>
      {list.fields.length > 0 ? (
        <Stack as="ol" gap={4}>
          {list.fields.map((row, place) => (
            <OptionGroup
              key={row.id}
              form={form}
              truckId={truckId}
              place={place}
              count={list.fields.length}
              onMove={rows.move}
              onRemove={rows.remove}
            />
          ))}
        </Stack>
      ) : null}
      {rows.removed ? <RemovedNotice key={rows.removed.title} removed={rows.removed} /> : null}
      {wrong ? (
        <Text tone="danger" size="s" weight={600} role="alert">
          {wrong}
        </Text>
      ) : null}
      <Row gap={2}>
        <Button disabled={isFull} onClick={() => add(NEW_GROUP)}>
          <PlusIcon size={18} /> {m.menuEditor.groups.add}
        </Button>
        <Button variant="quiet" disabled={isFull} onClick={() => setChoice("set")}>
          {m.optionSets.use}
        </Button>
        <Button variant="quiet" disabled={isFull} onClick={() => setChoice("copy")}>
          {m.optionSets.copy}
        </Button>
      </Row>
      <SetDialog
        open={choice === "set"}
        onClose={() => setChoice(null)}
        form={form}
        truckId={truckId}
        onChoose={addChosen}
      />
      <CopyDialog
        open={choice === "copy"}
        onClose={() => setChoice(null)}
        truckId={truckId}
        itemId={itemId}
        onChoose={addChosen}
      />
    </FormSection>
  );
}

interface OptionGroupProps {
  form: MenuItemFormApi;
  truckId: string;
  place: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
}

/** A group of the menu item's own, or one that follows an option set. */
function OptionGroup(props: OptionGroupProps) {
  const { form, place } = props;
  const title = useGroupTitle(form, place);
  const setId = useWatch({ control: form.control, name: `optionGroups.${place}.setId` });
  const heading = useRef<HTMLHeadingElement>(null);

  /** What is pressed goes with the change, so the focus goes to what comes in its place. */
  function link(to: string | null): void {
    flushSync(() =>
      form.setValue(`optionGroups.${place}.setId`, to, {
        shouldDirty: true,
        shouldValidate: false,
      }),
    );
    if (to === null) form.setFocus(`optionGroups.${place}.name`);
    else heading.current?.focus();
  }

  const buttons = <RowButtons {...props} title={title} labels={m.menuEditor.group} />;
  return (
    <Box as="li" padding={4} surface="card" radius="card" raised>
      <Stack as="fieldset" gap={4}>
        <legend className="visually-hidden">{m.menuEditor.group.title({ title })}</legend>
        {setId ? (
          <>
            <Row gap={2} align="center" justify="between">
              <Text as="h3" size="l" shrinks breaks ref={heading} tabIndex={-1}>
                {title}
              </Text>
              {buttons}
            </Row>
            <LinkedGroup {...props} setId={setId} onDetach={() => link(null)} />
          </>
        ) : (
          <>
            <GroupFields form={form} place={place} buttons={buttons} />
            <ShareGroup {...props} title={title} onShared={link} />
          </>
        )}
      </Stack>
    </Box>
  );
}

interface LinkedGroupProps extends OptionGroupProps {
  setId: string;
  onDetach: () => void;
}

/** What the set says, to read: it is changed for all its menu items at once. */
function LinkedGroup({ form, truckId, place, setId, onDetach }: LinkedGroupProps) {
  const { data: sets } = useQuery(optionSetsQuery(truckId));
  const group = useWatch({ control: form.control, name: `optionGroups.${place}` });
  const set = sets?.find(({ _id }) => _id === setId);
  const error = form.formState.errors.optionGroups?.[place]?.setId?.message;
  return (
    <>
      <Stack gap={2}>
        <Text weight={600}>{describeRule(group)}</Text>
        <Stack as="ul" gap={1}>
          {group.options.map(({ name, additionalPrice, isAvailable }) => (
            <li key={name}>
              {additionalPrice ? `${name} +${formatCents(parseDollars(additionalPrice))}` : name}
              {isAvailable ? null : <Text as="span" soft>{` · ${m.common.soldOut}`}</Text>}
            </li>
          ))}
        </Stack>
        <Text soft>
          {set ? m.optionSets.shared({ count: set.items.length }) : m.optionSets.sharedUncounted}
        </Text>
        {error ? (
          <Text tone="danger" size="s" weight={600} role="alert">
            {error}
          </Text>
        ) : null}
      </Stack>
      <Row gap={2}>
        <ButtonLink to={`/admin/menu/sets?truck=${truckId}&set=${setId}`}>
          {m.optionSets.editSet}
        </ButtonLink>
        <Button variant="quiet" onClick={onDetach}>
          {m.optionSets.detach}
        </Button>
      </Row>
    </>
  );
}

interface ShareGroupProps extends OptionGroupProps {
  title: string;
  onShared: (setId: string) => void;
}

/** Makes an option set of the group, which the menu item uses once it is saved. */
function ShareGroup({ form, truckId, place, title, onShared }: ShareGroupProps) {
  const [isSending, setSending] = useState(false);
  const changed = useChangedSets(truckId);
  const send = useSend((group: OptionGroupInput, key) => createSet(truckId, group, key));

  async function share(): Promise<void> {
    if (!(await form.trigger(`optionGroups.${place}`, { shouldFocus: true }))) return;
    setSending(true);
    try {
      const set = await send(v.parse(groupSchema, form.getValues(`optionGroups.${place}`)));
      await changed();
      showToast({ type: "success", message: m.optionSets.sharedNow({ name: set.name }) });
      onShared(set._id);
    } catch (error) {
      showToast({ type: "error", message: errorMessage(error) });
    } finally {
      setSending(false);
    }
  }

  return (
    <div>
      <Button
        variant="quiet"
        busy={isSending}
        aria-label={m.optionSets.shareNamed({ title })}
        onClick={() => void share()}
      >
        {m.optionSets.share}
      </Button>
    </div>
  );
}
